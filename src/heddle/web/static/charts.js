// Curves with uPlot: usage by day, and a simulation that is played.
"use strict";
(() => {
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const ink = style("--muted"), rule = style("--rule");
  const axis = (more) => ({ stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule }, ...more });
  const size = (box) => ({ width: box.clientWidth - 12, height: box.clientHeight - 44 });
  const charts = [];
  const draw = (box, options, data) => {
    const chart = new uPlot({ ...size(box), ...options }, data, box);
    charts.push([box, chart]);
    return chart;
  };
  window.addEventListener("resize", () => charts.forEach(([box, chart]) => chart.setSize(size(box))));

  const usage = document.getElementById("usage-chart");
  if (usage) {
    draw(usage, {
      axes: [axis(), axis()],
      tzDate: (s) => uPlot.tzDate(new Date(s * 1e3), "UTC"),
      scales: { x: { range: (u, low, high) => [low - 43200, high + 43200] }, y: { range: (u, low, high) => [0, Math.max(high * 1.05, 0.01)] } },
      series: [{ label: usage.dataset.day, value: "{YYYY}-{MM}-{DD}" }, {
        label: usage.dataset.label, stroke: style("--used"), fill: style("--used"),
        paths: uPlot.paths.bars({ size: [0.7, 40] }), points: { show: false },
        value: (u, v) => (v === null ? "" : v.toFixed(2)),
      }],
    }, JSON.parse(usage.dataset.columns));
  }

  const section = document.getElementById("replay");
  if (!section) return;
  const $ = (id) => document.getElementById(id);
  const words = section.dataset;
  let run, all, timer, plots = [];

  const show = (text) => {
    stop();
    try {
      const found = JSON.parse(text);
      run = (found.runs || [found])[0];
      const points = run.over_time;
      if (!points.length) throw new Error("empty");
      const hours = points.map((p) => p.at_s / 3600);
      all = {
        hours,
        use: points.map((p) => 100 * p.utilisation),
        fragmentation: points.map((p) => 100 * p.fragmentation),
        waiting: points.map((p) => p.waiting),
        running: points.map((p) => p.running),
        reasons: points.map((p) => p.reasons),
      };
      if (hours.some((h) => typeof h !== "number" || Number.isNaN(h))) throw new Error("times");
    } catch {
      section.hidden = true;
      $("replay-error").textContent = $("replay-error").dataset.wrong;
      $("replay-error").hidden = false;
      return;
    }
    $("replay-error").hidden = true;
    section.hidden = false;
    figures();
    plots.forEach((plot) => plot.destroy());
    charts.length = 0;
    const last = all.hours.at(-1);
    const value = (digits, unit) => (u, v) => (v === null || v === undefined ? "—" : v.toFixed(digits) + unit);
    const x = { label: words.hours, value: value(2, "") };
    const line = (label, colour, digits, unit) => ({
      label, stroke: style(colour), width: 1.6, points: { show: false }, value: value(digits, unit),
    });
    const scales = (range) => ({ x: { time: false, range: [all.hours[0], last] }, y: { range } });
    const most = Math.max(1, ...all.waiting, ...all.running);
    plots = [
      draw($("replay-use"), {
        scales: scales([0, 100]),
        axes: [axis(), axis({ size: 60, values: (u, ticks) => ticks.map((v) => v + " %") })],
        series: [x, line(words.use, "--used", 0, " %"), line(words.fragmentation, "--broken", 0, " %")],
      }, [[], [], []]),
      draw($("replay-waiting"), {
        scales: scales([0, most * 1.05]),
        axes: [axis(), axis({ size: 60 })],
        series: [x, line(words.waiting, "--bad", 1, ""), line(words.running, "--good", 1, "")],
      }, [[], [], []]),
    ];
    const slide = $("replay-time");
    slide.max = all.hours.length - 1;
    slide.value = slide.max;
    at(Number(slide.max));
  };

  const figures = () => {
    const list = $("replay-figures");
    const o = run.overall || {};
    const jct = o.jct_s && o.jct_s.mean;
    const figures = [
      run.nodes, run.devices, o.jobs,
      run.utilisation ? `${(100 * run.utilisation.mean).toFixed(0)} %` : "N/A",
      jct ? `${(jct / 3600).toFixed(2)} h` : "N/A",
    ];
    list.replaceChildren(...list.dataset.names.split("|").map((name, i) => {
      const item = document.createElement("li"), figure = document.createElement("b");
      figure.textContent = figures[i] ?? "N/A";
      item.append(figure, name);
      return item;
    }));
  };

  const at = (i) => {
    const until = (column) => column.map((v, n) => (n <= i ? v : null));
    plots[0].setData([all.hours, until(all.use), until(all.fragmentation)]);
    plots[1].setData([all.hours, until(all.waiting), until(all.running)]);
    $("replay-now").textContent = `${all.hours[i].toFixed(2)} ${words.hours}`;
    const reasons = Object.entries(all.reasons[i] || {}).filter(([, n]) => n > 0);
    reasons.sort((a, b) => b[1] - a[1]);
    $("replay-reasons").replaceChildren(...reasons.map(([code, n]) => {
      const row = document.createElement("tr");
      for (const [text, name] of [[code, "fill"], [n.toFixed(1), "n"]]) {
        const cell = row.insertCell();
        cell.textContent = text;
        cell.className = name;
      }
      return row;
    }));
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    $("replay-play").textContent = words.play;
  };
  $("replay-play").addEventListener("click", () => {
    if (timer) return stop();
    const slide = $("replay-time");
    if (Number(slide.value) >= Number(slide.max)) slide.value = 0;
    $("replay-play").textContent = words.pause;
    timer = setInterval(() => {
      slide.value = Math.min(Number(slide.max), Number(slide.value) + 1);
      at(Number(slide.value));
      if (slide.value === slide.max) stop();
    }, 60 / Number($("replay-speed").value));
  });
  $("replay-speed").addEventListener("change", () => { if (timer) { stop(); $("replay-play").click(); } });
  $("replay-time").addEventListener("input", (event) => { stop(); at(Number(event.target.value)); });
  $("replay-file").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    if (file) show(await file.text());
  });
  $("replay-example").addEventListener("click", async (event) => {
    show(await (await fetch(event.target.dataset.address)).text());
  });
})();

#include "remote/client.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <new>

#include "common/thread.h"

namespace heddle::remote {

// Never destroyed: threads may outlive main(). Made when the library is loaded: the first two calls
// may come at once.
Client &Client::get() {
  static Client *instance = new Client;
  return *instance;
}

__attribute__((constructor)) static void make_client() { Client::get(); }

Client::Client() {
  pthread_key_create(&lane_key_, leave_lanes);
  // What the child keeps must be whole.
  pthread_atfork([] { get().memory_.lock(); }, [] { get().memory_.unlock(); },
                 [] { get().leave_to_parent(); });
}

// Not destroyed first: a thread that is not here may have been in the middle of changing it.
template <class T>
static void make_anew(T &of) {
  new (&of) T;
}

// In the child: the connection is the parent's, and would outlive it in our hands. Locks may have
// been held by threads that are not here.
void Client::leave_to_parent() {
  if (socket_ >= 0) close(socket_);
  if (page_) munmap(page_, sizeof *page_);
  if (slots_) munmap(slots_, sizeof *slots_);
  socket_ = -1, page_ = nullptr, slots_ = nullptr;
  for (Copy &each : slot_returns_) each = {};
  for (std::mutex *each :
       {&connecting_, &sending_, &urging_, &receiving_, &memory_, &remembering_, &pending_})
    make_anew(*each);
  handles.leave_to_parent();
  generation_++, state_ = 0, lost_ = false, staged_bytes_ = 0;
  initialised_ = careful_ = false, captures_ = 0;
  make_anew(by_id_), make_anew(returns_), make_anew(fetches_), make_anew(calls_), make_anew(due_);
  make_anew(shared_files_), make_anew(answers_);
  make_anew(mirrors_), looks_at_mirrors_ = false, mirrored_ = 0;
  make_anew(words_), make_anew(message_), watches_ = false, idle_callers_ = 0;
}

bool Client::is_there() {
  if (state_.load(std::memory_order_acquire) == 1) return true;
  std::lock_guard lock(connecting_);
  if (state_ == 0) state_.store(connect() ? 1 : 2);
  return state_ == 1;
}

bool Client::connect() {
  const char *path = getenv("HEDDLE_PROXY");
  if (!path) return false;
  socket_ = connect_to(path);
  if (socket_ < 0) return false;
  Hello hello;
  strncpy(hello.api, kFacts.api, sizeof hello.api - 1);
  if (const char *visible = getenv(kFacts.visible)) {
    strncpy(hello.visible, visible, sizeof hello.visible - 1);
    hello.has_visible = 1;
  }
  if (::send(socket_, &hello, sizeof hello, MSG_NOSIGNAL) == sizeof hello)
    page_ = accept_link(socket_, &slots_);
  if (!page_) {
    close(socket_);
    socket_ = -1;
    return false;
  }
  commands_.open(&page_->commands, &lost_);
  urgent_.open(&page_->urgent, &lost_);
  back_.open(&page_->back, &lost_);
  begin_thread(receive_thread);
  begin_thread(socket_thread);
  return true;
}

void Client::begin_thread(void *(*body)(void *)) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signals are for its own threads
  pthread_t thread;
  if (os::create_thread(&thread, os::kOwnRoom, body, this, body == call_thread) == 0)
    pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Lane &Client::lane() {
  auto *mine = static_cast<Lane *>(pthread_getspecific(lane_key_));
  if (mine && mine->generation == generation_.load(std::memory_order_relaxed)) return *mine;
  return *join_lanes(mine);
}

// The thread's first call, or its first after a fork().
Lane *Client::join_lanes(Lane *lane) {
  if (!lane) {
    lane = new Lane;
    pthread_setspecific(lane_key_, lane);
  }
  std::lock_guard lock(pending_);
  const auto unused = std::find(by_id_.begin(), by_id_.end(), nullptr);
  lane->id = uint32_t(unused - by_id_.begin());
  lane->generation = generation_;
  lane->device = 0;
  if (unused == by_id_.end())
    by_id_.push_back(lane);
  else
    *unused = lane;
  return lane;
}

// At the end of its thread: no call of it waits.
void Client::leave_lanes(void *given) {
  auto *lane = static_cast<Lane *>(given);
  Client &client = get();
  {
    std::lock_guard lock(client.pending_);
    if (lane->generation == client.generation_) client.by_id_[lane->id] = nullptr;
  }
  delete lane;
}

// -- calls ----------------------------------------------------------------------------------------

bool Client::send(Lane &lane, bool asks) {
  if (asks) {
    std::lock_guard lock(pending_);
    lane.answered.store(0);
  }
  Writer before;
  if (mirrors_.any()) {
    before.begin(kMirror, lane.id, 0);
    before.number(tell_mirrors());
  }
  {
    std::lock_guard lock(sending_);
    const void *message = lane.writer.finish();
    if ((before.size() && !commands_.write(before.finish(), before.size())) ||
        !commands_.write(message, lane.writer.size()))
      return is_lost(), false;
  }
  if (asks) wait_for_answer(lane);
  return !is_lost();
}

bool Client::send_bytes(Lane &lane, const void *bytes, size_t count) {
  std::lock_guard lock(sending_);
  const void *message = lane.writer.finish(count);
  return commands_.write(
             {{message, lane.writer.size()}, {bytes, count}, {kPadding, padded(count) - count}}) &&
         !lost_;
}

// The caller looks for its answer itself for a moment, which is sooner than being woken.
void Client::wait_for_answer(Lane &lane) {
  for (const int64_t end = os::now_ns() + spin_ns(kAnswerSpinNs); os::now_ns() < end && !lost_;) {
    if (lane.answered.load()) return;
    if (back_.has_some() && receiving_.try_lock()) {
      while (!lane.answered.load() && back_.has_some() && receive_one()) {
      }
      receiving_.unlock();
    }
    os::cpu_relax();
  }
  while (!lane.answered.load() && !lost_) os::futex_wait(&lane.answered, 0, os::kNever);
}

int32_t Client::result(Lane &lane, bool asked) {
  if (is_lost()) return kFacts.lost;
  if (!asked) return kFacts.ok;
  const int32_t result = lane.result != kFacts.ok ? lane.result : lane.late;
  if (kFacts.sticks(result)) careful_.store(true);
  return result;
}

bool Client::send_urgent(Writer &writer, const void *bytes, size_t count) {
  std::lock_guard lock(urging_);
  const void *message = writer.finish(count);
  return urgent_.write(
      {{message, writer.size()}, {bytes, count}, {kPadding, padded(count) - count}});
}

// -- what the server says -------------------------------------------------------------------------

bool Client::receive_one() {
  if (lost_ || !message_.receive_head(back_)) return false;
  if (message_.head.what == kData) return receive_data(message_.head);
  if (!message_.receive_rest(back_)) return false;
  handle(message_);
  return true;
}

void *Client::receive_thread(void *self) {
  auto &client = *static_cast<Client *>(self);
  const uint32_t generation = client.generation_;
  os::become_prompt("heddle-remote");
  while (!client.lost_ && client.generation_ == generation) {
    if (!client.back_.wait(0)) break;
    std::lock_guard lock(client.receiving_);
    while (client.back_.has_some())
      if (!client.receive_one()) break;
  }
  return nullptr;
}

// The server has ended: everybody who waits for it is told.
void *Client::socket_thread(void *self) {
  auto &client = *static_cast<Client *>(self);
  uint64_t address;
  for (int file; (file = receive_file(client.socket_, &address)) >= 0;) {
    std::lock_guard lock(client.pending_);
    const auto [found, fresh] = client.shared_files_.try_emplace(address, file);
    if (!fresh) close(file);
    ring_bell(client.shared_bell_);
  }
  client.lost_.store(true);
  ring_bell(client.shared_bell_);
  ring_bell(client.room_bell_);
  end_waits(client.page_);
  std::lock_guard lock(client.pending_);
  for (Lane *lane : client.by_id_)
    if (lane) {
      lane->answered.store(2);
      os::futex_wake(&lane->answered);
    }
  ring_bell(client.due_bell_);
  ring_bell(client.word_bell_);
  return nullptr;
}

void Client::handle(const Message &message) {
  Reader fields = message.fields();
  if (message.head.what == kAnswer) {
    std::lock_guard lock(pending_);
    Lane *lane = message.head.lane < by_id_.size() ? by_id_[message.head.lane] : nullptr;
    if (!lane || lane->answered.load()) return;
    lane->result = message.head.number;
    lane->late = int32_t(fields.number());
    size_t count;
    const unsigned char *bytes = fields.bytes(&count);
    lane->answer.assign(bytes, bytes + count);
    lane->answered.store(1);
    os::futex_wake(&lane->answered);
    return;
  }
  if (message.head.what == kMirror) {
    mirrors_.apply(fields);
    return;
  }
  const uint64_t token = fields.number();
  if (message.head.what == kInSlot) {
    empty_slot(token);
    return;
  }
  std::unique_lock lock(pending_);
  switch (message.head.what) {
    case kCopied: {
      const auto found = returns_.find(token);
      if (found != returns_.end() && !found->second.captured) returns_.erase(found);
      return;
    }
    case kCall:
      due_.push_back({token, fields.number(), message.head.number});
      if (idle_callers_ > 0)
        idle_callers_--;
      else
        begin_thread(call_thread);
      ring_bell(due_bell_);
      return;
    case kFetch: {
      const uint64_t wait = fields.number();
      const auto found = fetches_.find(token);
      if (found == fetches_.end()) return;
      const Copy copy = found->second;
      if (!copy.captured) fetches_.erase(found);
      lock.unlock();
      Writer writer;
      size_t at = 0;
      do {
        const size_t now = copy.bytes - at < kPiece ? copy.bytes - at : kPiece;
        writer.begin(kFetched, 0, 0);
        writer.number(wait);
        writer.number(at);
        writer.number(now);
        if (!send_urgent(writer, copy.memory + at, now)) return;
        at += now;
      } while (at < copy.bytes);
      return;
    }
    case kWrite:
      __atomic_store_n(reinterpret_cast<uint64_t *>(token), fields.number(), __ATOMIC_RELEASE);
      return;
    case kForgotten:
      staged_bytes_ -= std::min(token, staged_bytes_);
      ring_bell(room_bell_);
      return;
    case kReleased:
      lock.unlock();
      unwatch(reinterpret_cast<const uint32_t *>(token));
      return;
    default: return;
  }
}

// -- the program's functions ----------------------------------------------------------------------

uint64_t Client::call_later(HostFunction function, void *argument, HostCallback callback) {
  std::lock_guard lock(pending_);
  calls_[next_token_] = {function, callback, argument, is_capturing()};
  return next_token_++;
}

// One may wait for another, as it may where the vendor runs them: each that is due has a thread.
void Client::run_calls() {
  const uint32_t generation = generation_;
  while (!lost_ && generation_ == generation) {
    const uint32_t rung = due_bell_.load();
    std::unique_lock lock(pending_);
    if (due_.empty()) {
      lock.unlock();
      os::futex_wait(&due_bell_, rung, os::kNever);
      continue;
    }
    const auto [token, wait, status] = due_.front();
    due_.erase(due_.begin());
    const auto found = calls_.find(token);
    const HostCall call = found == calls_.end() ? HostCall{} : found->second;
    lock.unlock();
    if (call.function) call.function(call.argument);
    if (call.callback) call.callback(call.argument, status);
    if (mirrors_.any()) tell_mirrors();
    lock.lock();
    if (!call.captured) calls_.erase(token);
    idle_callers_++;
    lock.unlock();
    Writer writer;
    writer.begin(kCalled, 0, 0);
    writer.number(wait);
    if (!send_urgent(writer)) return;
  }
}

void *Client::call_thread(void *self) {
  static_cast<Client *>(self)->run_calls();
  return nullptr;
}

// 1: what fails; 2: every call.
static int log_level() {
  const char *level = getenv("HEDDLE_REMOTE_LOG");
  return level ? atoi(level) : 0;
}
static const int kSays = log_level();  // when the library is loaded
static int says() { return kSays; }

int32_t refuse(const char *function) {
  if (says() > 0) fprintf(stderr, "heddle: %s is not forwarded\n", function);
  return kFacts.unsupported;
}

// -- one call -------------------------------------------------------------------------------------

// What a function cannot do at all shows at its first call; that one is waited for.
static std::atomic<bool> has_succeeded[1024];

Call::Call(uint16_t function) : client_(Client::get()), lane_(client_.lane()), function_(function) {
  doubtful_ = function >= std::size(has_succeeded) || !has_succeeded[function] ||
              (kFacts.zero_is_none && !(lane_.device & 0xffffff));
  refused_ = !client_.is_there() ? kFacts.no_server : client_.is_lost() ? kFacts.lost : kFacts.ok;
  lane_.writer.begin(function, lane_.id, lane_.device);
}

void Call::text(const char *given) {
  lane_.writer.number(given != nullptr);
  const size_t size = given ? strnlen(given, kPiece) : 0;
  lane_.writer.bytes(given, size);
}

void Call::look_at_handle(uint8_t kind, uint64_t given) {
  if (given >= Handles::kFirst && refused_ == kFacts.ok) {
    Known known = client_.handles.find(given, kind);
    if (const uint8_t other = kFacts.also(kind); other && known == Known::kNo)
      known = client_.handles.find(given, other);
    if (known == Known::kNo) refused_ = kFacts.wrong_handle(kind);
    if (known == Known::kOfParent) refused_ = kFacts.forked;
  }
}

int32_t Call::send() {
  if (doubtful_ || !client_.may_send()) return ask();
  if (is_refused()) return ask();
  if (says() > 1) fprintf(stderr, "heddle: %s is sent\n", kFacts.names[function_]);
  return result_ = client_.send(lane_, false) ? kFacts.ok : kFacts.lost;
}

int32_t Call::ask() {
  if (is_refused()) {
    if (says() > 0) fprintf(stderr, "heddle: %s is wrong: %d\n", kFacts.names[function_], refused_);
    return result_ = refused_;
  }
  lane_.writer.set_asks(true);
  client_.send(lane_, true);
  answer_ = {lane_.answer.data(), lane_.answer.size()};
  result_ = client_.result(lane_, true);
  if (result_ == kFacts.ok && function_ < std::size(has_succeeded)) has_succeeded[function_] = true;
  if (says() > (result_ == kFacts.ok))
    fprintf(stderr, "heddle: %s has ended with %d\n", kFacts.names[function_], result_);
  return result_;
}

int32_t Call::ask_once() {
  if (is_refused() || !client_.may_remember()) return ask();
  std::string key = question(lane_.writer.size());
  if (client_.recall(key, &lane_.answer)) {
    answer_ = {lane_.answer.data(), lane_.answer.size()};
    return result_ = kFacts.ok;
  }
  if (ask() == kFacts.ok) client_.remember(std::move(key), lane_.answer);
  return result_;
}

int32_t Call::send_proven() {
  if (doubtful_ || is_refused() || !client_.may_send()) return ask();
  std::string key = question(proof_ ? proof_ : lane_.writer.size());
  std::vector<unsigned char> none;
  if (client_.recall(key, &none)) return send();
  if (ask() == kFacts.ok) client_.remember(std::move(key), none);
  return result_;
}

void Call::take_bytes_of(void *place, size_t size) {
  size_t count;
  const unsigned char *bytes = answer_.bytes(&count);
  if (place && answer_.is_right()) memcpy(place, bytes, count < size ? count : size);
}

}  // namespace heddle::remote

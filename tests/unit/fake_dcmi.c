/* A stand-in for Huawei's management library: two cards, one chip each, joined by HCCS; the second
 * chip reports nothing but where it is. With -DOLD it is a release for chips without HBM that has
 * fewer calls; with -DBROKEN it cannot reach its driver; with -DEMPTY it lists no cards. */
#include <string.h>

enum { OK = 0, INNER_ERROR = -8005, NO_SUCH_DEVICE = -8008, NOT_SUPPORTED = -8255 };

struct chip {
  unsigned char type[32], name[32], version[32];
  unsigned cores;
};
struct pcie {
  unsigned vendor, subvendor, device, subdevice;
  int domain;
  unsigned bus, slot, fn;
  unsigned char rest[32];
};
struct hbm {
  unsigned long long size_mb;
  unsigned mhz;
  unsigned long long used_mb;
  int celsius;
  unsigned bandwidth;
};
struct ddr {
  unsigned long long size_mb, free_mb;
  unsigned mhz;
  unsigned long page, pages, pages_free;
  unsigned load;
  unsigned char rest[60];
};
struct clock {
  unsigned rated, now;
};
struct ecc {
  int enabled;
  unsigned single_now, double_now, single_ever, double_ever, single_pages, double_pages;
};
struct process {
  int pid;
  unsigned long bytes;
};
struct die {
  unsigned words[5];
};

_Static_assert(sizeof(struct pcie) == 64, "as documented");

static int dumb(int card, int chip) { return card == 4 || card < 2 || card > 4 || chip; }

int dcmi_init(void) {
#ifdef BROKEN
  return INNER_ERROR;
#else
  return OK;
#endif
}

#ifdef OLD
int dcmi_get_card_num_list(int *number, int *cards, int length) {
#else
int dcmi_get_card_list(int *number, int *cards, int length) {
#endif
#ifdef EMPTY
  return INNER_ERROR;
#endif
  if (length < 2) return NOT_SUPPORTED;
  *number = 2;
  cards[0] = 2;
  cards[1] = 4;
  return OK;
}

int dcmi_get_device_num_in_card(int card, int *number) {
  *number = 1;
  return card == 2 || card == 4 ? OK : NO_SUCH_DEVICE;
}

int dcmi_get_device_pcie_info_v2(int card, int chip, struct pcie *at) {
  if (chip) return NO_SUCH_DEVICE;
  *at = (struct pcie){0x19e5, 0x19e5, 0xd802, 0x3000, 0, card == 2 ? 0xc1 : 0x01, 0, 0, {0}};
  return OK;
}

int dcmi_get_device_chip_info(int card, int chip, struct chip *about) {
  if (dumb(card, chip)) return NOT_SUPPORTED;
  strcpy((char *)about->type, "Ascend");
  strcpy((char *)about->name, "Ascend910B3");
  strcpy((char *)about->version, "V1");
  about->cores = 20;
  return OK;
}

int dcmi_get_device_temperature(int card, int chip, int *celsius) {
  *celsius = 47;
  return dumb(card, chip) ? NOT_SUPPORTED : OK;
}

int dcmi_get_device_power_info(int card, int chip, int *tenths) {
  *tenths = 913;
  return dumb(card, chip) ? NOT_SUPPORTED : OK;
}

int dcmi_get_device_health(int card, int chip, unsigned *level) {
  *level = 2;
  return dumb(card, chip) ? NOT_SUPPORTED : OK;
}

int dcmi_get_device_utilization_rate(int card, int chip, int what, unsigned *percent) {
  *percent = what == 2 ? 63 : 0;
  return dumb(card, chip) ? NOT_SUPPORTED : OK;
}

int dcmi_get_device_memory_info_v3(int card, int chip, struct ddr *memory) {
  if (dumb(card, chip)) return NOT_SUPPORTED;
  *memory = (struct ddr){.size_mb = 24576, .free_mb = 20480, .mhz = 2133, .load = 16};
  return OK;
}

#ifndef OLD
int dcmi_get_driver_version(char *text, unsigned length) {
  strncpy(text, "24.1.rc1", length);
  return OK;
}

int dcmi_get_device_die_v2(int card, int chip, int which, struct die *id) {
  if (dumb(card, chip) || which != 1) return NOT_SUPPORTED;
  *id = (struct die){{0x1a2b3c4d, 0x20e01d5e, 0xc9f58cd4, 0x160d0485, 0x102301e3}};
  return OK;
}

int dcmi_get_device_hbm_info(int card, int chip, struct hbm *memory) {
  if (dumb(card, chip)) return NOT_SUPPORTED;
  *memory = (struct hbm){65536, 1600, 3400, 45, 12};
  return OK;
}

int dcmi_get_device_aicore_info(int card, int chip, struct clock *clock) {
  *clock = (struct clock){1850, 1800};
  return dumb(card, chip) ? NOT_SUPPORTED : OK;
}

int dcmi_get_device_errorcode_v2(int card, int chip, int *number, unsigned *codes,
                                 unsigned length) {
  if (dumb(card, chip) || length < 128) return NOT_SUPPORTED;
  *number = 1;
  codes[0] = 0x80e01801;
  return OK;
}

int dcmi_get_device_ecc_info(int card, int chip, int memory, struct ecc *ecc) {
  if (dumb(card, chip) || memory != 2) return NOT_SUPPORTED;
  *ecc = (struct ecc){1, 1, 0, 7, 2, 0, 0};
  return OK;
}

int dcmi_get_device_resource_info(int card, int chip, struct process *list, int *number) {
  if (dumb(card, chip)) return NOT_SUPPORTED;
  list[0] = (struct process){4711, 1ul << 31};
  list[1] = (struct process){4712, 1ul << 33};
  *number = 2;
  return OK;
}

int dcmi_get_topo_info_by_device_id(int card1, int chip1, int card2, int chip2, int *kind) {
  *kind = card1 == card2 && chip1 == chip2 ? 0 : 3;
  return OK;
}
#endif

"""The codes inside an identifier: tables only, in English and Chinese. Part of VERSION.

They are Heddle's own, because no official table was available (docs/reference/identification.md). A
vendor may be added at any time; any other new code is a new VERSION. No code is changed, removed,
or used anew for something else.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Of the grammar and of these tables together.
VERSION = 1


@dataclass(frozen=True, slots=True)
class Code:
    """What a code stands for."""

    english: str
    chinese: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A quantity with its one unit, whatever its size."""

    english: str
    chinese: str
    unit: str
    edition: str | None = None  #: the only one in which it may stand


EDITIONS = {
    "T": Code("total: what there is", "总量版：全部资源"),
    "A": Code("available: what is free now", "可用版：当前空闲资源"),
}

#: Registration codes of no registrant. Codes that begin with X are private: free to choose.
UNREGISTERED = "X0"

#: Of a node, and heddle.model.hardware.KINDS in upper case.
KINDS = {
    "NODE": Code("node", "节点"),
    "GPU": Code("graphics processor", "图形处理器"),
    "NPU": Code("neural processor", "神经网络处理器"),
    "TPU": Code("tensor processor", "张量处理器"),
    "FPGA": Code("programmable gate array", "现场可编程门阵列"),
    "DLA": Code("deep-learning accelerator", "深度学习加速器"),
    "PVA": Code("vision accelerator", "视觉加速器"),
    "OFA": Code("optical-flow accelerator", "光流加速器"),
    "DPU": Code("data processor", "数据处理器"),
    "ASIC": Code("other accelerator", "其他专用加速芯片"),
    "CPU": Code("processor", "中央处理器"),
    "MEMORY": Code("memory", "内存"),
    "NIC": Code("network card", "网卡"),
    "STORAGE": Code("storage", "存储"),
    "BRIDGE": Code("bridge", "桥接器"),
    "SWITCH": Code("switch", "交换芯片"),
}

#: In the order in which they stand. Throughput is nominal and dense (without sparsity).
UNITS = {
    "CT": Unit("chips", "芯片数量", ""),
    "CO": Unit("processor cores", "处理器核数", "", "T"),
    "F16": Unit("16-bit floating point", "半精度浮点算力", "GFLOPS", "T"),
    "I8": Unit("8-bit integer", "8 位整数算力", "GOPS", "T"),
    "F32": Unit("32-bit floating point", "单精度浮点算力", "GFLOPS", "T"),
    "F64": Unit("64-bit floating point", "双精度浮点算力", "GFLOPS", "T"),
    "SH": Unit("compute share", "算力份额", "/1000"),
    "MI": Unit("device memory", "设备内存", "MiB"),
    "GI": Unit("node memory", "节点内存", "GiB"),
}

#: Where an identity in the path comes from. Upper-case hex digits of a hash follow.
NODE_BASES = {
    "M": Code("the machine's own identity", "机器自身标识"),
    "H": Code("host name and addresses: weak", "主机名与总线地址（弱）"),
}
DEVICE_BASES = {
    "U": Code("the UUID or unique number that it reports", "硬件报告的 UUID 或唯一编号"),
    "S": Code("serial number", "序列号"),
    "A": Code("address on the bus: weak", "总线地址（弱）"),
}
PARTITION_BASES = {
    **DEVICE_BASES,
    "P": Code("its place within the device", "设备内位置"),
    "L": Code("the slice's name in Heddle", "Heddle 切片名称"),
}
WEAK = frozenset("HA")

#: By code, which is Heddle's name of the vendor in upper case: a vendor that is missing here has
#: its code nevertheless, so that adding a row changes no identifier.
VENDORS = {
    "ALTERA": Code("Altera", "阿尔特拉"),
    "AMD": Code("AMD", "超威半导体"),
    "ALIBABA": Code("Alibaba", "阿里巴巴"),
    "AMAZON": Code("Amazon", "亚马逊"),
    "AMPERE": Code("Ampere Computing", "安晟培"),
    "APPLE": Code("Apple", "苹果"),
    "ARM": Code("Arm", "安谋"),
    "BIREN": Code("Biren", "壁仞科技"),
    "BROADCOM": Code("Broadcom", "博通"),
    "CAMBRICON": Code("Cambricon", "寒武纪"),
    "DELL": Code("Dell", "戴尔"),
    "ENFLAME": Code("Enflame", "燧原科技"),
    "FUJITSU": Code("Fujitsu", "富士通"),
    "GIGABYTE": Code("Gigabyte", "技嘉"),
    "GOOGLE": Code("Google", "谷歌"),
    "GRAPHCORE": Code("Graphcore", "Graphcore"),
    "GROQ": Code("Groq", "Groq"),
    "H3C": Code("H3C", "新华三"),
    "HABANA": Code("Habana (Intel)", "Habana（英特尔）"),
    "HAILO": Code("Hailo", "Hailo"),
    "HEDDLE": Code("Heddle (soft XPU)", "Heddle（软件加速器）"),
    "HISILICON": Code("HiSilicon", "海思"),
    "HPE": Code("Hewlett Packard Enterprise", "慧与"),
    "HUAWEI": Code("Huawei", "华为"),
    "HYGON": Code("Hygon", "海光"),
    "IBM": Code("IBM", "国际商业机器"),
    "ILUVATAR": Code("Iluvatar CoreX", "天数智芯"),
    "INSPUR": Code("Inspur", "浪潮"),
    "INTEL": Code("Intel", "英特尔"),
    "JINGJIA": Code("Jingjia Micro", "景嘉微"),
    "KUNLUNXIN": Code("Kunlunxin", "昆仑芯"),
    "LENOVO": Code("Lenovo", "联想"),
    "LOONGSON": Code("Loongson", "龙芯"),
    "MARVELL": Code("Marvell", "美满电子"),
    "MELLANOX": Code("Mellanox (NVIDIA)", "迈络思（英伟达）"),
    "METAX": Code("MetaX", "沐曦"),
    "MICROSOFT": Code("Microsoft", "微软"),
    "MOVIDIUS": Code("Movidius (Intel)", "Movidius（英特尔）"),
    "MTHREADS": Code("Moore Threads", "摩尔线程"),
    "NVIDIA": Code("NVIDIA", "英伟达"),
    "PENSANDO": Code("Pensando (AMD)", "Pensando（超威半导体）"),
    "PHYTIUM": Code("Phytium", "飞腾"),
    "QEMU": Code("QEMU", "QEMU"),
    "QUALCOMM": Code("Qualcomm", "高通"),
    "ROCKCHIP": Code("Rockchip", "瑞芯微"),
    "SAMBANOVA": Code("SambaNova", "SambaNova"),
    "SAMSUNG": Code("Samsung", "三星"),
    "SOPHGO": Code("Sophgo", "算能"),
    "SUGON": Code("Sugon", "曙光"),
    "SUPERMICRO": Code("Supermicro", "超微"),
    "TENSTORRENT": Code("Tenstorrent", "Tenstorrent"),
    "VIRTIO": Code("virtual device", "虚拟设备"),
    "XFUSION": Code("xFusion", "超聚变"),
    "XILINX": Code("Xilinx (AMD)", "赛灵思（超威半导体）"),
    "ZHAOXIN": Code("Zhaoxin", "兆芯"),
}

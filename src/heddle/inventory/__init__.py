"""What this machine has.

apis/     devices that programs are scheduled on, asked through their own API (`heddle run`)
probes/   all hardware, read from the kernel's files and the vendors' management libraries
"""

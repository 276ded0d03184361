/**
 * Numbers of the system calls of x86-64 that no guest needs: they reach other processes, the kernel, keys, mounts and
 * namespaces.
 */
const REFUSED = [
  50, // listen
  57, // fork
  58, // vfork
  101, // ptrace
  103, // syslog
  135, // personality
  155, // pivot_root
  161, // chroot
  163, // acct
  165, // mount
  166, // umount2
  167, // swapon
  169, // reboot
  175, // init_module
  176, // delete_module
  179, // quotactl
  246, // kexec_load
  248, // add_key
  249, // request_key
  250, // keyctl
  272, // unshare
  298, // perf_event_open
  303, // name_to_handle_at
  304, // open_by_handle_at
  308, // setns
  310, // process_vm_readv
  311, // process_vm_writev
  313, // finit_module
  320, // kexec_file_load
  321, // bpf
  323, // userfaultfd
  425, // io_uring_setup
  426, // io_uring_enter
  427, // io_uring_register
  428, // open_tree
  429, // move_mount
  430, // fsopen
  431, // fsconfig
  432, // fsmount
  433, // fspick
  438, // pidfd_getfd
  442, // mount_setattr
] as const;

const [CLONE, CLONE3] = [56, 435] as const;
/** Flag of a clone that is a thread and no process. */
const CLONE_THREAD = 0x10000;

const [LOAD, JUMP_EQUAL, JUMP_ABOVE, JUMP_SET, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06] as const;
const [ALLOW, REFUSE, KILL] = [0x7fff0000, 0x00050001, 0x80000000] as const;
/** Makes the C library use clone, whose flags can be seen. */
const NOT_THERE = 0x00050026;
const X86_64 = 0xc000003e;
/** First number of the 32-bit calls of the same architecture. */
const X32 = 0x40000000;
/** Offsets of what a program looks at. */
const [NUMBER, ARCHITECTURE, FIRST_ARGUMENT] = [0, 4, 16] as const;

/**
 * Returns a program for seccomp that refuses these calls and new processes with EPERM, as bubblewrap reads it;
 * undefined on other architectures.
 */
export function systemCallFilter(): Buffer | undefined {
  if (process.arch !== 'x64') return undefined;
  const head = 9;
  const [allow, refuse, absent] = [0, 1, 2].map(each => head + REFUSED.length + each) as [number, number, number];
  /** Jumps from one row to another. */
  const to = (from: number, target: number): number => target - from - 1;
  const rows: readonly (readonly [code: number, yes: number, no: number, value: number])[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, X86_64],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [JUMP_ABOVE, to(4, refuse), 0, X32],
    [JUMP_EQUAL, to(5, absent), 0, CLONE3],
    [JUMP_EQUAL, 0, 2, CLONE],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [JUMP_SET, to(8, allow), to(8, refuse), CLONE_THREAD],
    ...REFUSED.map((call, at) => [JUMP_EQUAL, to(head + at, refuse), 0, call] as const),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, NOT_THERE],
  ];
  const program = Buffer.alloc(rows.length * 8);
  for (const [at, [code, yes, no, value]] of rows.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(yes, at * 8 + 2);
    program.writeUInt8(no, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
}

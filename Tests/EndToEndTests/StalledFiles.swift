import AudioBase
import TestSupport

/// Files that hang when they are read, as on a drive that does not answer: a library that is loaded before the C library
/// has `pread` wait for ever.
///
/// Named `stalled…`: for everybody; `tags-stall…`: for the readers of tags alone.
struct StalledFiles {
  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>

    static int is_tag_worker(void) {
      char words[256] = {0};
      int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
      ssize_t count = read(file, words, sizeof words - 1);
      close(file);
      return count > 0 && memmem(words, count, "--tag-worker", 12) != NULL;
    }

    static void stall_where_wanted(int descriptor) {
      char link[64], path[4096] = {0};
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      if (readlink(link, path, sizeof path - 1) <= 0) return;
      if (!strstr(path, "/stalled") && !(strstr(path, "/tags-stall") && is_tag_worker())) return;
      int log = open(getenv("STALL_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      if (write(log, "stalled\\n", 8) < 0) abort();
      close(log);
      for (;;) pause();
    }

    ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
      stall_where_wanted(descriptor);
      return syscall(SYS_pread64, descriptor, bytes, count, offset);
    }

    ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
      stall_where_wanted(descriptor);
      return syscall(SYS_pread64, descriptor, bytes, count, offset);
    }
    """

  /// For the environment of a program that is to find such files.
  let environment: [String]
  private let sandbox: Sandbox

  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let source = try sandbox.write(StalledFiles.source.utf8, to: "shim/stall.c")
    let library = sandbox.file("shim/stall.so")
    try Tool.run("cc", ["-shared", "-fPIC", "-O1", "-o", library.shown, source.shown])
    environment = ["LD_PRELOAD=\(library.shown)", "STALL_LOG=\(sandbox.file("stall.log").shown)"]
  }

  /// Whether somebody hangs by now.
  var isReached: Bool { sandbox.size(of: "stall.log") > 0 }
}

import AudioBase
import TestSupport

/// Files that hang when they are read, as on a drive that does not answer: a library that is loaded before the C library
/// has `pread` wait for ever.
///
/// The reads of a file named `stalled…` hang in all programs, those of `tags-stall…` only in tag readers. `fsync` hangs
/// for files whose path contains a text, like a disk that does not complete writes; so do `write` and `rename`, like a drive
/// that does not answer any more.
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

    static int get_path(int descriptor, char *path, size_t size) {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
      ssize_t count = readlink(link, path, size - 1);
      if (count > 0) path[count] = 0;
      return count > 0;
    }

    static void stall(void) {
      int log = open(getenv("STALL_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      if (write(log, "stalled\\n", 8) < 0) abort();
      close(log);
      for (;;) pause();
    }

    static void stall_where_wanted(int descriptor) {
      char path[4096];
      if (!get_path(descriptor, path, sizeof path)) return;
      if (strstr(path, "/stalled") || (strstr(path, "/tags-stall") && is_tag_worker())) stall();
    }

    int fsync(int descriptor) {
      char path[4096];
      const char *name = getenv("STALL_SYNC");
      if (name && get_path(descriptor, path, sizeof path) && strstr(path, name)) stall();
      return syscall(SYS_fsync, descriptor);
    }

    ssize_t write(int descriptor, const void *bytes, size_t count) {
      char path[4096];
      const char *name = getenv("STALL_WRITE");
      if (name && get_path(descriptor, path, sizeof path) && strstr(path, name)) stall();
      return syscall(SYS_write, descriptor, bytes, count);
    }

    int rename(const char *from, const char *to) {
      const char *name = getenv("STALL_RENAME");
      if (name && strstr(from, name)) stall();
      return syscall(SYS_rename, from, to);
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

  /// - Parameters:
  ///   - writing: part of the path of files whose `fsync` hangs; nil for none.
  ///   - filling: part of the path of files whose `write` hangs; nil for none.
  ///   - renaming: part of the path of files whose `rename` hangs; nil for none.
  init(_ sandbox: Sandbox, writing: String? = nil, filling: String? = nil, renaming: String? = nil) throws {
    self.sandbox = sandbox
    let source = try sandbox.write(StalledFiles.source.utf8, to: "shim/stall.c")
    let library = sandbox.file("shim/stall.so")
    try Tool.run("cc", ["-shared", "-fPIC", "-O1", "-o", library.shown, source.shown])
    environment =
      ["LD_PRELOAD=\(library.shown)", "STALL_LOG=\(sandbox.file("stall.log").shown)"]
      + (writing.map { ["STALL_SYNC=\($0)"] } ?? []) + (filling.map { ["STALL_WRITE=\($0)"] } ?? [])
      + (renaming.map { ["STALL_RENAME=\($0)"] } ?? [])
  }

  /// Whether somebody hangs by now.
  var isReached: Bool { sandbox.size(of: "stall.log") > 0 }
}

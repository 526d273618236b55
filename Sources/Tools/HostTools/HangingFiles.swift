/// Files that hang when they are read or written, by a library that is loaded before the C library.
///
/// The reads of a file named `stalled…` hang in all programs, those of `tags-stall…` only in tag readers. `fsync`, `write`
/// and `rename` hang for files whose path contains a text, like a disk that does not answer any more.
package enum HangingFiles {
  /// The library in C, for `cc -shared -fPIC`.
  package static let source = """
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

    static void stall_if_named(int descriptor, const char *name) {
      char path[4096];
      if (name && get_path(descriptor, path, sizeof path) && strstr(path, name)) stall();
    }

    int fsync(int descriptor) {
      stall_if_named(descriptor, getenv("STALL_SYNC"));
      return syscall(SYS_fsync, descriptor);
    }

    ssize_t write(int descriptor, const void *bytes, size_t count) {
      stall_if_named(descriptor, getenv("STALL_WRITE"));
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

    ssize_t pread64(int, void *, size_t, off64_t) __attribute__((alias("pread")));
    """

  /// Returns the environment of a program that finds such files. A call that hangs writes to `log` first.
  package static func environment(
    library: String, log: String, syncing: String? = nil, writing: String? = nil, renaming: String? = nil
  ) -> [String] {
    [
      "LD_PRELOAD=\(library)", "STALL_LOG=\(log)", syncing.map { "STALL_SYNC=\($0)" },
      writing.map { "STALL_WRITE=\($0)" }, renaming.map { "STALL_RENAME=\($0)" },
    ].compactMap(\.self)
  }
}

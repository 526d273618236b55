#pragma once
// A TagLib stream over a file descriptor: its size, its position, and reads at a position.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include <taglib/tiostream.h>

namespace drumdub {

class DescriptorStream : public TagLib::IOStream {
 public:
  /// Takes ownership of the descriptor and closes it.
  explicit DescriptorStream(int descriptor) : descriptor(descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) == 0) {
      size = status.st_size;
    } else {
      failure = errno;
    }
  }

  ~DescriptorStream() override { close(descriptor); }

  DescriptorStream(const DescriptorStream &) = delete;
  DescriptorStream &operator=(const DescriptorStream &) = delete;

  /// The first error of the system; 0 if there is none. TagLib does not report such errors.
  int error() const { return failure; }

  TagLib::FileName name() const override { return ""; }
  bool isOpen() const override { return true; }
  long tell() const override { return position; }
  long length() override { return size; }

  TagLib::ByteVector readBlock(unsigned long wanted) override {
    if (position < 0 || position >= size || wanted == 0) return TagLib::ByteVector();
    const long count = long(std::min<unsigned long>(wanted, size - position));
    TagLib::ByteVector bytes(static_cast<unsigned int>(count), 0);
    const long got = copy(bytes.data(), count);
    position += got;
    bytes.resize(static_cast<unsigned int>(got));
    return bytes;
  }

  void seek(long offset, Position from = Beginning) override {
    position = offset + (from == Current ? position : from == End ? size : 0);
  }

 protected:
  /// Copies bytes from the current position. Returns their number, which is smaller than `count` at the end of the file
  /// or after a read error.
  virtual long copy(char *target, long count) { return read_at(position, target, count); }

  /// Reads bytes at an offset. Returns their number, which is smaller than `count` at the end of the file or after a
  /// read error.
  long read_at(long start, char *target, long count) {
    long done = 0;
    while (done < count) {
      const ssize_t got = pread(descriptor, target + done, size_t(count - done), start + done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && failure == 0) failure = errno;
      if (got <= 0) break;
      done += got;
    }
    return done;
  }

  const int descriptor;
  long size = 0;
  long position = 0;
  int failure = 0;
};

}  // namespace drumdub

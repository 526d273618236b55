#pragma once
// An open file that TagLib changes. The first error of the system is kept, since TagLib does not report it.
#include <vector>

#include "DescriptorStream.h"

namespace drumdub {

class EditStream : public DescriptorStream {
 public:
  /// Takes ownership of the descriptor and closes it.
  explicit EditStream(int descriptor) : DescriptorStream(descriptor) {}

  bool readOnly() const override { return false; }

  void writeBlock(const TagLib::ByteVector &data) override {
    write_at(position, data.data(), long(data.size()));
    position += data.size();
  }

  void insert(const TagLib::ByteVector &data, unsigned long start, unsigned long replace) override {
    const long from = std::min(long(start + replace), size);
    move_tail(from, long(start) + long(data.size()));
    write_at(long(start), data.data(), long(data.size()));
  }

  void removeBlock(unsigned long start, unsigned long length) override {
    move_tail(std::min(long(start + length), size), long(start));
  }

  void truncate(long length) override {
    if (failure == 0 && ftruncate(descriptor, length) != 0) failure = errno;
    if (failure == 0) size = length;
  }

 private:
  /// Moves all bytes from an offset on to another one, and makes the file as long as that needs.
  void move_tail(long from, long to) {
    const long count = size - from, end = to + count;
    if (from == to) return;
    std::vector<char> buffer(1 << 20);
    long done = 0;
    while (done < count && failure == 0) {
      const long part = std::min(long(buffer.size()), count - done);
      // The tail overlaps its new place: what is overwritten first is moved first.
      const long offset = to < from ? done : count - done - part;
      if (read_at(from + offset, buffer.data(), part) != part && failure == 0) failure = EIO;
      write_at(to + offset, buffer.data(), part);
      done += part;
    }
    if (end < size) truncate(end);
  }

  void write_at(long start, const char *bytes, long count) {
    long done = 0;
    while (done < count && failure == 0) {
      const ssize_t put = pwrite(descriptor, bytes + done, size_t(count - done), start + done);
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) failure = put < 0 ? errno : EIO;
      if (put > 0) done += put;
    }
    size = std::max(size, start + done);
  }
};

}  // namespace drumdub

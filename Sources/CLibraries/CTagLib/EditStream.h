#pragma once
// An open file that TagLib changes. The first error of the system is kept: TagLib itself notices none.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include <taglib/tiostream.h>

namespace drumdub {

class EditStream : public TagLib::IOStream {
 public:
  /// Takes the descriptor and closes it.
  explicit EditStream(int descriptor) : descriptor(descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) == 0) {
      size = status.st_size;
    } else {
      failure = errno;
    }
  }

  ~EditStream() override { close(descriptor); }

  EditStream(const EditStream &) = delete;
  EditStream &operator=(const EditStream &) = delete;

  /// The first error of the system; 0 where there was none.
  int error() const { return failure; }

  TagLib::FileName name() const override { return ""; }
  bool readOnly() const override { return false; }
  bool isOpen() const override { return true; }
  long tell() const override { return position; }
  long length() override { return size; }

  TagLib::ByteVector readBlock(unsigned long wanted) override {
    if (position < 0 || position >= size || wanted == 0) return TagLib::ByteVector();
    const long count = long(std::min<unsigned long>(wanted, size - position));
    TagLib::ByteVector bytes(static_cast<unsigned int>(count), 0);
    const long got = read_at(position, bytes.data(), count);
    position += got;
    bytes.resize(static_cast<unsigned int>(got));
    return bytes;
  }

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

  void seek(long offset, Position from = Beginning) override {
    position = offset + (from == Current ? position : from == End ? size : 0);
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

  const int descriptor;
  long size = 0;
  long position = 0;
  int failure = 0;
};

}  // namespace drumdub

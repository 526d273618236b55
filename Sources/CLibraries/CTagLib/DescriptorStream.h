#pragma once
// A TagLib stream over a file descriptor.
//
// It caches four blocks of 4 KiB, so that TagLib's many small reads near the start and the end of a file need few system
// calls: a scan takes a third less time than with TagLib's FileStream. Blocks that the caller has read already are used
// first. It keeps the first error of the system, since TagLib does not report it.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <taglib/tiostream.h>

#include "CTagLib.h"

namespace drumdub {

class DescriptorStream : public TagLib::IOStream {
 public:
  /// Reads a file. The descriptor stays open; the blocks must be valid as long as the stream.
  explicit DescriptorStream(const drumdub_tags_file &file)
      : descriptor(file.descriptor), known(file.blocks), known_count(file.block_count), size(long(file.size)) {}

  /// Reads and changes a file. Takes ownership of the descriptor and closes it.
  explicit DescriptorStream(int descriptor) : descriptor(descriptor), is_owned(true) {
    struct stat status;
    if (fstat(descriptor, &status) == 0) {
      size = status.st_size;
    } else {
      failure = errno;
    }
  }

  ~DescriptorStream() override {
    if (is_owned) close(descriptor);
  }

  DescriptorStream(const DescriptorStream &) = delete;
  DescriptorStream &operator=(const DescriptorStream &) = delete;

  /// The first error of the system; 0 if there is none.
  int error() const { return failure; }

  TagLib::FileName name() const override { return ""; }
  bool isOpen() const override { return true; }
  bool readOnly() const override { return false; }
  long tell() const override { return position; }
  long length() override { return size; }

  void seek(long offset, Position from = Beginning) override {
    position = offset + (from == Current ? position : from == End ? size : 0);
  }

  TagLib::ByteVector readBlock(unsigned long wanted) override {
    if (position < 0 || position >= size || wanted == 0) return TagLib::ByteVector();
    const long count = long(std::min<unsigned long>(wanted, size - position));
    TagLib::ByteVector bytes(static_cast<unsigned int>(count), 0);
    const long got = copy(bytes.data(), count);
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

  void truncate(long length) override {
    forget_blocks();
    if (failure == 0 && ftruncate(descriptor, length) != 0) failure = errno;
    if (failure == 0) size = length;
  }

 private:
  static constexpr long block_size = 4096;

  struct Block {
    long start = -1;
    long length = 0;
    char bytes[block_size];
  };

  /// Copies bytes from the current position through the cache, long ones past it; returns as `read_at`.
  long copy(char *target, long count) {
    long done = 0;
    while (done < count) {
      const long at = position + done, left = count - done;
      if (const drumdub_tags_block *block = known_block(at)) {
        const long from = at - long(block->start), part = std::min(long(block->length) - from, left);
        std::memcpy(target + done, block->bytes + from, size_t(part));
        done += part;
        continue;
      }
      if (left > block_size) return done + read_at(at, target + done, left);
      const Block &block = load(at / block_size * block_size);
      const long available = block.start + block.length - at;
      if (available <= 0) break;
      const long part = std::min(available, left);
      std::memcpy(target + done, block.bytes + (at - block.start), size_t(part));
      done += part;
    }
    return done;
  }

  /// Returns the block of the caller with the byte at an offset; null if there is none.
  const drumdub_tags_block *known_block(long at) const {
    for (size_t index = 0; index < known_count; index++) {
      const long start = long(known[index].start);
      if (start <= at && at < start + long(known[index].length)) return known + index;
    }
    return nullptr;
  }

  const Block &load(long start) {
    for (const Block &block : blocks) {
      if (block.start == start) return block;
    }
    Block &block = blocks[oldest];
    oldest = (oldest + 1) % std::size(blocks);
    block.length = read_at(start, block.bytes, block_size);
    block.start = start;
    return block;
  }

  void forget_blocks() {
    for (Block &block : blocks) block.start = -1;
  }

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

  void write_at(long start, const char *bytes, long count) {
    forget_blocks();
    long done = 0;
    while (done < count && failure == 0) {
      const ssize_t put = pwrite(descriptor, bytes + done, size_t(count - done), start + done);
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) failure = put < 0 ? errno : EIO;
      if (put > 0) done += put;
    }
    size = std::max(size, start + done);
  }

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

  const int descriptor;
  const bool is_owned = false;
  const drumdub_tags_block *const known = nullptr;
  const size_t known_count = 0;
  long size = 0;
  long position = 0;
  int failure = 0;
  size_t oldest = 0;
  Block blocks[4];
};

}  // namespace drumdub

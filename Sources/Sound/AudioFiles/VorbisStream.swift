import AudioBase
import CVorbis
import Glibc

/// Owns an encoder of Vorbis and its Ogg stream. The raw pointers are not exposed.
///
/// The bytes that the functions return are whole pages. Source: libvorbis, examples/encoder_example.c.
struct VorbisStream: ~Copyable {
  // The library's values refer to each other, so that they must not move.
  private let info = UnsafeMutablePointer<vorbis_info>.allocate(capacity: 1)
  private let comment = UnsafeMutablePointer<vorbis_comment>.allocate(capacity: 1)
  private let analysis = UnsafeMutablePointer<vorbis_dsp_state>.allocate(capacity: 1)
  private let block = UnsafeMutablePointer<vorbis_block>.allocate(capacity: 1)
  private let pages = UnsafeMutablePointer<ogg_stream_state>.allocate(capacity: 1)
  /// The frame at which the last page ends.
  private var pageEnd = 0

  /// Creates a stream. `quality`: −0.1…1. Fails for a rate that the library does not encode.
  init?(channels: Int, rate: Int, quality: Float) {
    info.initialize(to: vorbis_info())
    comment.initialize(to: vorbis_comment())
    analysis.initialize(to: vorbis_dsp_state())
    block.initialize(to: vorbis_block())
    pages.initialize(to: ogg_stream_state())
    vorbis_info_init(info)
    vorbis_comment_init(comment)
    guard vorbis_encode_init_vbr(info, channels, rate, quality) == 0 else { return nil }
    vorbis_analysis_init(analysis, info)
    vorbis_block_init(analysis, block)
    ogg_stream_init(pages, Int32.random(in: 1...Int32.max))
  }

  deinit {
    // All of them accept values that were only initialised.
    ogg_stream_clear(pages)
    vorbis_block_clear(block)
    vorbis_dsp_clear(analysis)
    vorbis_comment_clear(comment)
    vorbis_info_clear(info)
    info.deallocate()
    comment.deallocate()
    analysis.deallocate()
    block.deallocate()
    pages.deallocate()
  }

  /// Returns the pages before the sound.
  mutating func header() -> [UInt8] {
    var (first, comments, codes) = (ogg_packet(), ogg_packet(), ogg_packet())
    vorbis_analysis_headerout(analysis, comment, &first, &comments, &codes)
    ogg_stream_packetin(pages, &first)
    ogg_stream_packetin(pages, &comments)
    ogg_stream_packetin(pages, &codes)
    var bytes: [UInt8] = []
    flush(to: &bytes)
    return bytes
  }

  /// Encodes frames. Returns the pages that are complete, and those of `pageLength` frames.
  mutating func encode(_ frames: UnsafeBufferPointer<Frame>, isMono: Bool, pageLength: Int) -> [UInt8] {
    guard !frames.isEmpty, let planes = vorbis_analysis_buffer(analysis, Int32(frames.count)),
      let left = planes[0]
    else { return [] }
    if isMono {
      for (index, frame) in frames.enumerated() { left[index] = (frame.x + frame.y) / 2 }
    } else if let right = planes[1] {
      for (index, frame) in frames.enumerated() { (left[index], right[index]) = (frame.x, frame.y) }
    }
    vorbis_analysis_wrote(analysis, Int32(frames.count))
    return packets(pageLength: pageLength)
  }

  /// Ends the stream. Returns the last pages.
  mutating func end(pageLength: Int) -> [UInt8] {
    vorbis_analysis_wrote(analysis, 0)
    var bytes = packets(pageLength: pageLength)
    flush(to: &bytes)
    return bytes
  }

  private mutating func packets(pageLength: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var (packet, page) = (ogg_packet(), ogg_page())
    while vorbis_analysis_blockout(analysis, block) == 1 {
      vorbis_analysis(block, nil)
      vorbis_bitrate_addblock(block)
      while vorbis_bitrate_flushpacket(analysis, &packet) == 1 {
        ogg_stream_packetin(pages, &packet)
        while ogg_stream_pageout(pages, &page) != 0 { append(page, to: &bytes) }
        if Int(packet.granulepos) - pageEnd >= pageLength { flush(to: &bytes) }
      }
    }
    return bytes
  }

  private mutating func flush(to bytes: inout [UInt8]) {
    var page = ogg_page()
    while ogg_stream_flush(pages, &page) != 0 { append(page, to: &bytes) }
  }

  private mutating func append(_ page: ogg_page, to bytes: inout [UInt8]) {
    bytes += UnsafeBufferPointer(start: page.header, count: page.header_len)
    bytes += UnsafeBufferPointer(start: page.body, count: page.body_len)
    var page = page
    pageEnd = max(Int(ogg_page_granulepos(&page)), pageEnd)
  }
}

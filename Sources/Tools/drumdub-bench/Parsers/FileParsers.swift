import AudioBase
import Percussion
import SystemBase
import TrackTags

/// The parsers that read files.
enum FileParsers {
  static var all: [ParserText] { sfz + kits + hydrogenKits + tags }

  private static func kit(
    _ name: String, _ file: String, _ content: @escaping (Int) -> [UInt8]
  ) -> ParserText {
    ParserText(name: name, fileName: file, content: content) { _, path in _ = try? KitReader.read(path) }
  }

  private static var sfz: [ParserText] {
    let first = "<region> key=36 sample=a.wav\n"
    return [
      kit(
        "SFZ", "a.sfz",
        ParserText.repeated { "<region> key=\($0 % 128) sample=S/\($0 % 50).wav lovel=1 volume=-3 // c\n" }),
      kit("SFZ, words of a line", "a.sfz", ParserText.repeated(first) { _ in "word " }),
      kit("SFZ, opcodes of a line", "a.sfz", ParserText.repeated(first) { "a\($0)=b c d " }),
      kit("SFZ, regions of a line", "a.sfz", ParserText.repeated(first) { _ in "<region>" }),
      kit("SFZ, includes of a line", "a.sfz", ParserText.repeated(first) { _ in "#include " }),
      kit(
        "SFZ, variables", "a.sfz",
        ParserText.repeated(first) { "#define $v\($0 % 999) x\na=$v\($0 % 999)\n" }),
      kit("SFZ, comments", "a.sfz", ParserText.repeated(first) { _ in "/* // */ / " }),
      kit("SFZ, inherited opcodes", "a.sfz") { size in
        ParserText.repeated("<global> key=36 sample=a.wav ") { "volume=\($0 % 9) " }(size / 2)
          + ParserText.repeated { _ in "<region>" }(size / 2)
      },
      kit("SFZ, long inherited name", "a.sfz") { size in
        ParserText.repeated("<control> default_path=") { _ in "a/" }(size / 2)
          + ParserText.repeated { _ in "\n<region> key=36 sample=a.wav" }(size / 2)
      },
    ]
  }

  private static var kits: [ParserText] {
    let json = #"{"format":"drumdub-kit","version":1,"name":"k","pads":["#
    return [
      kit(
        "kit.json, pads", "kit.json",
        ParserText.repeated(json, "]}", separator: ",") {
          "{\"number\":\($0 + 1),\"name\":\"p\",\"layers\":[{\"samples\":[\"a.wav\"]}]}"
        }),
      kit(
        "kit.json, unknown members", "kit.json",
        ParserText.repeated(json, "]}", separator: ",") {
          "{\"number\":\($0 % 128 + 1),\"name\":\"p\",\"layers\":[],\"m\($0)\":1}"
        }),
      kit(
        "kit.json, layers of a pad", "kit.json",
        ParserText.repeated(json + "{\"number\":1,\"name\":\"p\",\"layers\":[", "]}]}", separator: ",") {
          "{\"samples\":[\"\($0).wav\"],\"velocity\":[1,127],\"x\($0)\":0}"
        }),
      kit(
        "kit.json, escapes", "kit.json",
        ParserText.repeated(#"{"name":""#, "\"}") { _ in "\\n\\u00e9" }),
      kit("kit.json, nested", "kit.json", ParserText.repeated { _ in "{\"a\":[" }),
    ]
  }

  private static var hydrogenKits: [ParserText] {
    let xml = #"<?xml version="1.0"?><drumkit_info><name>k</name><instrumentList>"#
    let instrument: (Int) -> String = {
      "<instrument><name>i</name><volume>0.8</volume><layer><filename>\($0).wav</filename></layer></instrument>"
    }
    return [
      kit(
        "Hydrogen", "drumkit.xml", ParserText.repeated(xml, "</instrumentList></drumkit_info>", instrument)),
      kit(
        "Hydrogen, layers", "drumkit.xml",
        ParserText.repeated(xml, "</instrumentList></drumkit_info>") { _ in
          "<instrument><name>i</name>"
            + String(repeating: "<layer><filename>a.wav</filename></layer>", count: 512) + "</instrument>"
        }),
      kit(
        "Hydrogen, elements of an instrument", "drumkit.xml",
        ParserText.repeated(xml + "<instrument>", "</instrument></instrumentList></drumkit_info>") {
          "<x\($0)/>"
        }),
    ]
  }

  // MARK: Tags

  private static func tags(
    _ name: String, _ file: String, _ content: @escaping (Int) -> [UInt8]
  ) -> ParserText {
    ParserText(name: name, fileName: file, content: content) { _, path in _ = try? TagReader.read(path) }
  }

  private static func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
  private static func little(_ number: Int) -> [UInt8] { big(number).reversed() }

  private static func repeated(_ unit: [UInt8], _ size: Int) -> [UInt8] {
    Array(repeatElement(unit, count: max(size / unit.count, 1)).joined())
  }

  private static var tags: [ParserText] {
    [
      tags("tags, comments of FLAC", "a.flac", flac), tags("tags, frames of ID3", "a.mp3", id3),
      tags("tags, chunks of WAV", "a.wav", wav), tags("tags, boxes of MP4", "a.m4a", mp4),
      tags("tags, pages of Ogg", "a.ogg", ogg),
    ]
  }

  private static func flac(_ size: Int) -> [UInt8] {
    let comment = Array("TITLE=abcdefgh".utf8)
    let count = size / (comment.count + 4)
    var comments = little(0) + little(count)
    comments += repeated(little(comment.count) + comment, size)
    var bytes = Array("fLaC".utf8)
    bytes += [0, 0, 0, 34] as [UInt8]
    bytes += [UInt8](repeating: 0, count: 10)
    bytes += [0x0A, 0xC4, 0x42, 0xF0] as [UInt8]
    bytes += [UInt8](repeating: 0, count: 20)
    return bytes + [0x84] + big(comments.count)[1...] + comments
  }

  private static func id3(_ size: Int) -> [UInt8] {
    var frame = Array("TXXX".utf8) + big(5)
    frame += [0, 0, 3] as [UInt8]
    frame += Array("a\0bc".utf8)
    let frames = repeated(frame, size)
    var bytes = Array("ID3".utf8)
    bytes += [3, 0, 0] as [UInt8]
    bytes += [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
    bytes += frames
    bytes += [0xFF, 0xFB, 0x90, 0x64] as [UInt8]
    return bytes + [UInt8](repeating: 0, count: 2_000)
  }

  private static func wav(_ size: Int) -> [UInt8] {
    var body = Array("WAVEfmt ".utf8) + little(16)
    body += [1, 0, 1, 0] as [UInt8]
    body += little(44_100) + little(88_200)
    body += [2, 0, 16, 0] as [UInt8]
    body += repeated(Array("junk".utf8) + little(2) + [0, 0], size)
    body += Array("data".utf8) + little(4) + [0, 0, 0, 0]
    return Array("RIFF".utf8) + little(body.count) + body
  }

  private static func mp4(_ size: Int) -> [UInt8] {
    let type = big(16) + Array("ftypM4A ".utf8)
    return type + repeated(big(8) + Array("free".utf8), size)
  }

  private static func ogg(_ size: Int) -> [UInt8] {
    var page = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22)
    page += [1, 30] as [UInt8]
    page += Array("\u{1}vorbis".utf8)
    return repeated(page + [UInt8](repeating: 0, count: 23), size)
  }
}

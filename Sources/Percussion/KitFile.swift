import AudioBase
import SystemBase

/// The format `kit.json`: version 1 of `drumdub-kit`.
///
/// Units: gain in dB, pan −1…1, fade and release in seconds, velocity 1–127. Unknown members are ignored.
enum KitFile {
  static let format = "drumdub-kit"
  static let version = 1

  /// Reads a kit; its samples are resolved against its folder.
  ///
  /// - Parameter subject: the file's name, for errors.
  /// - Throws: `damaged`, with the place in the file.
  static func decode(_ bytes: [UInt8], in folder: FilePath, subject: String) throws(FileError)
    -> KitFileContent
  {
    var members = try JSONMembers(bytes, subject: subject)
    let format = try members.text("format")
    guard format == KitFile.format else {
      throw members.error(nil, "it is no \(KitFile.format) but \(format)")
    }
    let version = try members.integer("version")
    guard version == KitFile.version else {
      throw members.error(nil, "its version is \(version), this program reads \(KitFile.version)")
    }
    let name = try members.text("name")
    var numbers: Set<Int> = []
    var pads: [Pad] = []
    for var entry in try members.objects("pads") {
      let pad = try KitFile.pad(&entry, in: folder) { members.error(nil, $0) }
      guard numbers.insert(pad.number).inserted else {
        throw members.error(nil, "pad \(pad.number) is there twice")
      }
      pads.append(pad)
    }
    return KitFileContent(kit: Kit(name: name, path: folder, pads: pads.sorted { $0.number < $1.number }))
  }

  private static func pad(
    _ members: inout JSONMembers, in folder: FilePath, refuse: (String) -> FileError
  ) throws(FileError) -> Pad {
    let number = try members.integer("number")
    guard Kit.padNumbers.contains(number) else {
      throw refuse("pad \(number): pads go from 1 to \(Kit.padNumbers.upperBound)")
    }
    guard let mode = PadMode(rawValue: try members.textIfPresent("mode") ?? PadMode.oneShot.rawValue) else {
      throw refuse("pad \(number): its mode is oneShot, gate or toggle")
    }
    let (name, colour) = (try members.text("name"), try members.textIfPresent("colour"))
    let (gain, pan) = (try members.numberIfPresent("gain") ?? 0, try members.numberIfPresent("pan") ?? 0)
    let choke = try members.object("choke").map { (object) throws(FileError) in
      try KitFile.choke(object)
    }
    let release = try members.object("envelope").flatMap { (object) throws(FileError) in
      try KitFile.release(object)
    }
    let note = try members.integerIfPresent("midiNote")
    var layers: [SampleLayer] = []
    for var entry in try members.objects("layers") {
      guard let layer = try KitFile.layer(&entry, in: folder) else {
        throw refuse("pad \(number): a velocity range is two numbers from 1 to 127")
      }
      layers.append(layer)
    }
    var pad = Pad(number: number, name: name, layers: layers)
    (pad.colour, pad.gain, pad.pan) = (colour, Decibels(min(gain, 24)), min(max(pan, -1), 1))
    (pad.choke, pad.mode, pad.midiNote) = (choke, mode, note)
    pad.envelope.release = release ?? PadEnvelope.usualRelease
    return pad
  }

  private static func choke(_ members: JSONMembers) throws(FileError) -> Pad.Choke {
    var members = members
    let fade = try members.numberIfPresent("fade") ?? 0.005
    return Pad.Choke(group: try members.integer("group"), fade: min(max(fade, 0), 10))
  }

  private static func release(_ members: JSONMembers) throws(FileError) -> Double? {
    var members = members
    let releases = PadEnvelope.releases
    return try members.numberIfPresent("release").map {
      min(max($0, releases.lowerBound), releases.upperBound)
    }
  }

  /// Returns nil if the velocities are not a range.
  private static func layer(
    _ members: inout JSONMembers, in folder: FilePath
  ) throws(FileError) -> SampleLayer? {
    let range = try members.integersIfPresent("velocity") ?? [1, 127]
    let samples = try members.texts("samples")
    guard range.count == 2, range[0] >= 1, range[1] <= 127, range[0] <= range[1] else { return nil }
    return SampleLayer(velocities: range[0]...range[1], samples: samples.map(folder.appending))
  }
}

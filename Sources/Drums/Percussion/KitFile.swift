import SystemBase

/// The format `kit.json`: version 1 of `drumdub-kit`.
///
/// Units: gain in dB, pan −1…1, tune in semitones, times in seconds, velocity 1–127. Unknown members are kept.
package enum KitFile {
  static let format = "drumdub-kit"
  static let version = 1
  static let name = "kit.json"

  /// Reads a kit, its samples relative to its folder. A damaged pad is left out and is a problem of the result.
  ///
  /// - Throws: `damaged`, with the place in the file; `newer`.
  static func decode(
    _ bytes: [UInt8], in folder: FilePath, subject: String
  ) throws(FileError) -> KitFileContent {
    var members = try JSONMembers(bytes, subject: subject)
    let format = try members.text("format")
    guard format == KitFile.format else {
      throw members.error(nil, "it is no \(KitFile.format) but \(format)")
    }
    let version = try members.integer("version")
    if version > KitFile.version {
      throw FileError(
        .newer, subject, detail: "its version is \(version), this drumdub reads \(KitFile.version)")
    }
    guard version == KitFile.version else {
      throw members.error(nil, "its version is \(version), this program reads \(KitFile.version)")
    }
    var content = KitFileContent(kit: Kit(name: try members.text("name"), path: folder, pads: []))
    content.kit.room = try KitFile.gain(&members, "room")
    for entry in try members.objects("pads") {
      do throws(FileError) {
        let pad = try KitFile.pad(entry, in: folder)
        if content.kit.pads.contains(where: { $0.number == pad.number }) {
          throw entry.error(nil, "pad \(pad.number) is there twice")
        }
        content.kit.pads.append(pad)
      } catch {
        content.problems.append(error)
      }
    }
    content.kit.pads.sort { $0.number < $1.number }
    content.kit.unknown = members.rest
    content.ignored = KitFile.ignored(in: content.kit)
    return content
  }

  /// Returns the names of all unknown members, each once.
  private static func ignored(in kit: Kit) -> [String] {
    let pads = kit.pads
    let objects = [
      (kit.unknown, ""), (JSONObject(joining: pads.map(\.unknown)), " of a pad"),
      (JSONObject(joining: pads.compactMap(\.choke?.unknown)), " of choke"),
      (JSONObject(joining: pads.map(\.envelope.unknown)), " of envelope"),
      (JSONObject(joining: pads.flatMap { $0.layers.map(\.unknown) }), " of a layer"),
    ]
    return objects.flatMap { object, place in object.members.map { "member \"\($0.name)\"\(place)" } }
  }
}

extension JSONObject {
  /// Creates the members of all objects, each name once.
  fileprivate init(joining objects: [JSONObject]) {
    self.init()
    var known: Set<String> = []
    for member in objects.lazy.flatMap(\.members) where known.insert(member.name).inserted {
      append(member.name, member.value)
    }
  }
}

import Documents
import SystemBase

/// The format `drumkit.xml` of Hydrogen. Each instrument becomes a pad, also one without samples, so that the numbers of
/// pads are those of Hydrogen. Source: its manual and what its versions 0.9.3 to 2.0 read and play.
enum HydrogenFile {
  /// Reads a kit; its samples are resolved against its folder. A damaged document keeps the instruments
  /// before the error. `subject` is the file's name, for errors.
  ///
  /// - Throws: `damaged`, with the line, if no instrument can be read; `unsupported` without expat.
  static func decode(
    _ bytes: [UInt8], in folder: FilePath, subject: String
  ) throws(FileError) -> KitFileContent {
    let document = try XMLDocument(bytes, subject: subject)
    let root = document.root
    guard root.name == "drumkit_info" else {
      throw FileError(
        .damaged, subject,
        detail: "line \(root.line): its root element is not drumkit_info but \(FilePath(root.name).shown)"
      )
    }
    let instruments = root.first("instrumentList")?.all("instrument").filter(\.isComplete) ?? []
    if let failure = document.failure, instruments.isEmpty {
      throw FileError(.damaged, subject, detail: "line \(failure.line): \(failure.message)")
    }
    guard root.first("instrumentList") != nil else {
      throw FileError(.damaged, subject, detail: "line \(root.line): it has no instrumentList")
    }
    // Early versions wrote no XML declaration.
    let isEarly = !bytes.prefix(16).contains(Array("<?xml".utf8))
    var reader = HydrogenReader(
      folder: KitFolder(folder, formats: SampleFolder.formats), subject: subject, isEarly: isEarly,
      components: components(root))
    if let failure = document.failure {
      reader.diagnostics.report("\(failure.message); the rest is left out", line: failure.line, of: subject)
    }
    reader.checkCount(instruments)
    let used = Array(instruments.prefix(Kit.padNumbers.upperBound))
    var pads = used.enumerated().map { index, instrument in reader.pad(instrument, number: index + 1) }
    reader.addExclusions(of: used, to: &pads)
    let name = root.first("name").map { reader.text($0) } ?? ""
    let kit = Kit(
      name: name.isEmpty ? folder.lastComponent.shown : name, path: folder, format: .hydrogen,
      pads: withNotesOfNames(withoutSharedNotes(pads)))
    return KitFileContent(
      kit: kit, ignored: reader.diagnostics.ignored, problems: reader.diagnostics.problems)
  }

  /// Returns a document with another name of the kit. One without a name stays as it is, since its folder names the kit.
  static func renamed(_ bytes: [UInt8], to name: String) -> [UInt8] {
    let head = bytes[
      ..<(["<componentList", "<instrumentList"].compactMap { bytes.firstRange(of: $0.utf8)?.lowerBound }.min()
        ?? 0)]
    guard let start = head.firstRange(of: "<name>".utf8), let end = head.firstRange(of: "</name>".utf8) else {
      return bytes
    }
    let text = name.unicodeScalars.map { scalar in
      scalar.isASCII && !"&<>".unicodeScalars.contains(scalar) ? String(scalar) : "&#\(scalar.value);"
    }
    return bytes[..<start.upperBound] + Array(text.joined().utf8) + bytes[end.lowerBound...]
  }

  /// Returns the volumes of the components by id and by name, which versions 0.9.7 to 1.2 keep for the whole kit.
  private static func components(_ root: XMLElement) -> [String: XMLElement] {
    let list = root.first("componentList")?.children ?? []
    var components: [String: XMLElement] = [:]
    for component in list where component.name == "drumkitComponent" || component.name == "component" {
      guard let volume = component.first("volume") else { continue }
      for key in ["id", "name"] {
        if let value = component.first(key)?.text { components["\(key) \(value)"] = volume }
      }
    }
    return components
  }

  /// Gives sounds without a note that of the drum which their name means, unless another one has it: many kits of the format
  /// have no notes, and the places of their instruments are not those of General MIDI.
  private static func withNotesOfNames(_ pads: [Pad]) -> [Pad] {
    let places = pads.indices.filter { pads[$0].midiNote == nil && pads[$0].hasSamples }
    let notes = DrumNames.distinct(
      places.map { DrumNames.note(of: pads[$0].name) }, besides: Set(pads.compactMap(\.midiNote)))
    var pads = pads
    for (place, note) in zip(places, notes) { pads[place].midiNote = note }
    return pads
  }

  /// Removes the notes that several instruments have: 60 is the default of the format, not an assignment.
  private static func withoutSharedNotes(_ pads: [Pad]) -> [Pad] {
    let notes = Dictionary(grouping: pads.compactMap(\.midiNote)) { $0 }
    return pads.map { pad in
      var pad = pad
      if let note = pad.midiNote, notes[note]?.count != 1 { pad.midiNote = nil }
      return pad
    }
  }
}

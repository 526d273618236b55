import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Lists, checks and saves kits for the list of kits and the pad editor.
extension KitService {
  package func list() {
    _ = WorkerThread(name: "kits") { [catalog, report] in report(.listed(catalog.entries())) }
  }

  /// Plays the pads of an edited kit. Samples that differ are decoded on a thread. If one cannot be decoded, the engine
  /// keeps its pads. An edit of a kit that has been replaced meanwhile is ignored.
  package func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {
    changes.run(isMinor: true) { [self] in
      guard var loaded = applied.withLock({ $0 }), loaded.kit.path == kit.path else { return }
      let before = Dictionary(loaded.kit.withTomCopies.pads.map { ($0.number, $0) }) { first, _ in first }
      var changed = kit.withTomCopies
      changed.pads.removeAll { before[$0.number] == $0 }
      let (pads, warnings) = loader.load(changed, rate: engine.sampleRate)
      let refused = warnings.first { warning in
        before[warning.pad]?.layers != changed.pads.first { $0.number == warning.pad }?.layers
      }
      if refused == nil {
        loaded.replace(changed.pads, of: kit, by: pads)
        apply(loaded)
      }
      report(.applied(refused.map { SampleRefusal(error: $0.error, edit: sampleEdits[$0.pad]) }))
    }
  }

  package func isOwn(_ kit: Kit) -> Bool { kit.format == .native && kit.path.directory == user }

  package func save(_ kit: Kit, as name: String?) {
    _ = WorkerThread(name: "kit save") { [self] in
      report(.saved(Result { () throws(FileError) in try saved(kit, as: name) }))
    }
  }

  private func saved(_ kit: Kit, as name: String?) throws(FileError) -> Kit {
    var kit = kit
    if let name { kit.name = name }
    let target = name.map { user.appending(KitService.folderName($0)) } ?? kit.path
    try FileBytes.makeFolder(target.directory)
    return try FolderLock.hold(target.directory) { () throws(FileError) in
      if name != nil, target.exists {
        throw FileError(.writeFailed, target.shown, detail: KitService.nameTaken)
      }
      if name == nil { try checkStored(target) }
      let saved = try KitSaver.save(kit, in: target, current: folder)
      if let content = try? KitReader.read(target) { stored.withLock { $0 = content.kit } }
      return saved
    }
  }

  /// Throws `writeFailed` if a kit is not stored as this player has read or written it last.
  private func checkStored(_ target: FilePath) throws(FileError) {
    guard let known = stored.withLock({ $0 }), known.path == target,
      let now = try? KitReader.read(target).kit, now != known
    else { return }
    throw FileError(
      .writeFailed, target.shown,
      detail: "another program has changed the kit meanwhile; save yours under another name")
  }

  /// The detail of the error for a name that another kit has.
  package static let nameTaken = "a kit of this name exists"

  /// Returns the name of the folder of a kit: without slashes, and without a dot at its beginning, which would hide it.
  private static func folderName(_ name: String) -> String {
    let visible = name.drop { $0 == "." || $0 == " " }.map { $0 == "/" ? "-" : $0 }
    return visible.isEmpty ? "kit" : String(visible)
  }
}

extension LoadedKit {
  /// Replaces the program of some pads, and silences those that an edited kit does not have.
  fileprivate mutating func replace(_ changed: [Pad], of kit: Kit, by pads: [PadProgram.Pad]) {
    let numbers = Set(kit.withTomCopies.pads.map(\.number))
    let count = numbers.max() ?? 0
    let silent = PadProgram.Pad(layers: [])
    program = (0..<count).map {
      program.indices.contains($0) && numbers.contains($0 + 1) ? program[$0] : silent
    }
    for pad in changed { program[pad.number - 1] = pads[pad.number - 1] }
    self.kit = kit
  }
}

import AudioBase
import MixEngine
import Percussion
import Synchronization
import SystemBase

/// Lists, checks and saves kits for the list of kits and the pad editor.
extension KitService {
  package func list() {
    _ = WorkerThread(name: "kits") { [catalog, report] in report(.listed(catalog.entries())) }
  }

  /// Plays the pads of an edited kit. Samples that differ are decoded on a thread. If one cannot be decoded that could be
  /// before, or was not there, the engine keeps its pads. An edit of a kit that has been replaced meanwhile is ignored.
  package func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {
    changes.run(isMinor: true) { [self] in
      guard var loaded = applied.withLock({ $0 }), loaded.kit.path == kit.path else { return }
      let before = Dictionary(loaded.kit.withTomCopies.pads.map { ($0.number, $0) }) { first, _ in first }
      var changed = kit.withTomCopies
      changed.pads.removeAll { before[$0.number] == $0 }
      let (pads, warnings) = loader.load(changed, rate: engine.sampleRate)
      let refused = warnings.filter { warning in
        !loaded.warnings.contains(warning)
          && before[warning.pad]?.layers != changed.pads.first { $0.number == warning.pad }?.layers
      }
      if refused.isEmpty {
        loaded.replace(changed.pads, of: kit, by: pads)
        apply(loaded)
      }
      report(.applied(SampleRefusal(refused, sampleEdits)))
    }
  }

  package func isOwn(_ kit: Kit) -> Bool { kit.format == .native && kit.path.directory == user }

  package func setRoom(_ level: Decibels?, ofKitAt path: FilePath) {
    rooms.withLock { rooms in
      rooms[path] = level
      guard let kit = applied.withLock({ $0?.kit }), kit.path == path else { return }
      engine.setRoom(kit.roomGain(for: level))
    }
  }

  /// Returns the level of the room that the user has set for a kit, whose path may be absolute where that of the loaded
  /// one is not; nil if none was set.
  package func room(of kit: Kit) -> Decibels? {
    rooms.withLock { rooms in
      rooms[kit.path] ?? rooms.first { folder.appending($0.key) == kit.path }?.value
    }
  }

  package func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample {
    guard let loaded = applied.withLock({ $0 }), loaded.kit.pads.contains(pad),
      loaded.program.indices.contains(pad.number - 1), pad.layers.indices.contains(layer)
    else { return .notApplied }
    let program = loaded.program[pad.number - 1]
    let part = pad.layers[layer].part
    guard program.layers.reduce(0, { $0 + $1.samples.count }) == pad.sampleCount else { return .missing }
    let before = pad.layers[..<layer].filter { $0.part == part }.reduce(0) { $0 + $1.samples.count }
    return program.index(ofSample: before + sample, part: part).map(LoneSample.index) ?? .missing
  }

  package func save(_ kit: Kit, as name: String?) {
    let kit = kit.withRoom(room(of: kit))
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

extension PadProgram.Pad {
  /// The largest index of the samples of a strike.
  private static let largestIndex = 1 << 53

  /// Returns the index of a strike that plays one sample, and none of other parts; nil if there is none.
  ///
  /// The index has a digit for each part, the lowest part first: the number of a sample, or that of all for none. With one
  /// part, it is the number of the sample.
  ///
  /// - Parameters:
  ///   - sample: the number of the sample, from 0, among those of its part in the order of the layers.
  ///   - part: the part of its layer.
  func index(ofSample sample: Int, part: Int) -> Int? {
    let counts = Dictionary(grouping: layers, by: \.part).mapValues { $0.reduce(0) { $0 + $1.samples.count } }
    guard sample < counts[part] ?? 0 else { return nil }
    if counts.count == 1 { return sample }
    var (index, size) = (0, 1)
    for (number, count) in counts.sorted(by: { $0.key < $1.key }) {
      let (product, isTooLarge) = size.multipliedReportingOverflow(by: count + 1)
      if isTooLarge || product > PadProgram.Pad.largestIndex { return nil }
      index += size * (number == part ? sample : count)
      size = product
    }
    return index
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

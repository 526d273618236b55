import SystemBase

extension TakeStore {
  /// The result of adding a take.
  package struct Added: Hashable, Sendable {
    /// The take as it is stored.
    package var take: Take
    /// Whether the take is new; false if the store has it with the same hits.
    package var isNew: Bool
    /// The names of the layers that were left out because their recorded sound is missing.
    package var missing: [String] = []
  }

  /// Adds an imported take. If its id is in use, it gets another id, so that existing takes are not changed.
  ///
  /// - Parameters:
  ///   - folder: the folder of the recorded sound.
  ///   - sound: copies the recorded sound.
  /// - Throws: errors of reading and writing. Nothing is stored after an error.
  package func add(_ take: Take, soundIn folder: FilePath, _ sound: SoundCopy) throws(FileError) -> Added {
    let present = all().takes.map(\.take)
    let former = present.first {
      ($0.id == take.id || $0.id.hasPrefix(take.id + "-")) && $0.track?.key == take.track?.key
        && $0.tempo == take.tempo && $0.layers.elementsEqual(take.layers, by: TakeStore.areAlike)
    }
    if let former { return Added(take: former, isNew: false) }
    try FileBytes.makeFolder(self.folder, permissions: 0o700)
    var added = Added(take: take.copy(id: freeID(for: take, besides: present)), isNew: true)
    var files: [FilePath] = []
    do throws(FileError) {
      try copySound(of: &added, from: folder, sound, &files)
      try AtomicFile(file(of: added.take), replaces: false).write(TakeFile.encode(added.take))
    } catch {
      for file in files { FileBytes.remove(file) }
      throw error
    }
    return added
  }

  /// Returns whether layers have the same hits, patterns and recorded sound, by its place: its file has another name here.
  private static func areAlike(_ layer: Layer, _ other: Layer) -> Bool {
    layer.hits == other.hits && layer.settings.patterns == other.settings.patterns
      && layer.audio?.start == other.audio?.start && layer.audio?.frames == other.audio?.frames
  }

  private func freeID(for take: Take, besides present: [Take]) -> Take.ID {
    let used = Set((present + deletedTakes).map(\.id))
    var (id, number) = (take.id, 2)
    while used.contains(id) || file(of: take.copy(id: id)).exists {
      let suffix = "-\(number)"
      id = String(take.id.prefix(TakeID.longest - suffix.utf8.count)) + suffix
      number += 1
    }
    return id
  }

  /// Copies the sound of all layers to new files. Layers whose sound is missing are left out.
  private func copySound(
    of added: inout Added, from folder: FilePath, _ sound: SoundCopy, _ files: inout [FilePath]
  ) throws(FileError) {
    let rate = added.take.frameRate
    func copy(_ layer: Layer) throws(FileError) -> Layer? {
      guard let clip = layer.audio else { return layer }
      let source = folder.appending(clip.file)
      guard source.exists else {
        added.missing.append(layer.settings.name)
        return nil
      }
      let target = try newSound(of: added.take, layer: layer.id)
      files.append(target)
      var layer = layer
      layer.audio = try sound.copy(clip, from: source, to: target, rate: rate)
      return layer
    }
    var layers: [Layer] = []
    for layer in added.take.layers { if let layer = try copy(layer) { layers.append(layer) } }
    let kept = added.missing.isEmpty && added.take.history.shelf.values.allSatisfy { $0.audio == nil }
    // The edits refer to layers and sound files that are not copied.
    if !kept { added.take.history = TakeHistory() }
    added.take.layers = layers
  }

  /// Creates a new file for sound.
  private func newSound(of take: Take, layer: Int) throws(FileError) -> FilePath {
    for number in 1... {
      let path = FilePath(bytes: audio(of: take).bytes + Array("-\(layer)-\(number).flac".utf8))
      if try FileBytes.create(path) { return path }
    }
    preconditionFailure("numbers have no end")
  }
}

import SystemBase

extension TakeStore {
  /// A take that was added.
  package struct Added: Hashable, Sendable {
    /// As it is stored.
    package var take: Take
    /// False if it was there before with the same hits.
    package var isNew: Bool
    /// The layers that were left out because their recorded sound is missing.
    package var missing: [String] = []
  }

  /// Adds a take that comes from elsewhere. Existing takes stay as they are: if its id is used, it gets another one.
  ///
  /// - Parameters:
  ///   - folder: that of the recorded sound.
  ///   - sound: copies it.
  /// - Throws: errors of reading and writing. Nothing is stored then.
  package func add(_ take: Take, soundIn folder: FilePath, _ sound: SoundCopy) throws(FileError) -> Added {
    let present = all().takes.map(\.take)
    let former = present.first {
      ($0.id == take.id || $0.id.hasPrefix(take.id + "-")) && $0.track?.key == take.track?.key
        && $0.layers.map(\.hits) == take.layers.map(\.hits)
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

  /// Copies the sound of all layers to new files. Layers without it are left out.
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
    // Edits name layers and their sound by what is in the folder that they come from.
    if !kept { added.take.history = TakeHistory() }
    added.take.layers = layers
  }

  /// Creates a file for sound that has not existed.
  private func newSound(of take: Take, layer: Int) throws(FileError) -> FilePath {
    for number in 1... {
      let path = FilePath(bytes: audio(of: take).bytes + Array("-\(layer)-\(number).flac".utf8))
      if try FileBytes.create(path) { return path }
    }
    preconditionFailure("numbers have no end")
  }
}

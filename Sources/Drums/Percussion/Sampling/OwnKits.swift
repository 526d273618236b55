import SystemBase

/// The reason why a sound does not become a sample, or a sample no pieces.
package enum SamplingError: Error, Hashable, Sendable {
  case file(FileError)
  /// The kit has fewer free pads in a row than are needed.
  case kitIsFull(kit: String, needed: Int)
  /// The pad has no sample, or more than one.
  case notOneSample(pad: Int)
  case beatsUnknown(pad: Int)
  /// No place of the kind is within the sample.
  case nothingToCut(pad: Int, SampleCut)
  /// The speed at which the sample would have the tempo is out of the range that can be stretched to.
  case tooFar(pad: Int, speed: Double)
}

/// Changes kits of the user's own. Any thread; blocks on file access.
package struct OwnKits: Sendable {
  /// A kit that was changed.
  package struct Changed<Value: Sendable>: Sendable {
    package var kit: Kit
    /// The former pads by their numbers, nil for those that were not there: `replace` undoes the change by them.
    package var former: [Int: Pad?]
    package var value: Value
  }

  /// The folder of the user's kits.
  package let folder: FilePath
  /// The folder that relative paths start from.
  let current: FilePath

  package init(folder: FilePath, current: FilePath) { (self.folder, self.current) = (folder, current) }

  /// Returns whether a kit belongs to the user and is native, so that it may be changed.
  package func isOwn(_ kit: Kit) -> Bool { kit.format == .native && kit.path.directory == folder }

  /// Changes a kit as its file describes it now. A kit that is not the user's own stays as it is: a copy with all samples
  /// and licences is changed, `NAME samples`.
  ///
  /// - Parameter body: changes the pads. What it writes goes into the folder of the kit.
  package func change<Value: Sendable>(
    _ kit: Kit, _ body: (inout Kit) throws(SamplingError) -> Value
  ) throws(SamplingError) -> Changed<Value> {
    let result: Result<Changed<Value>, SamplingError>
    do throws(FileError) {
      try FileBytes.makeFolder(folder)
      result = try FolderLock.hold(folder) { () throws(FileError) in
        let isOwn = isOwn(kit)
        let before = try isOwn ? KitReader.read(kit.path).kit : copied(kit)
        var after = before
        do throws(SamplingError) {
          let value = try body(&after)
          after.pads.sort { $0.number < $1.number }
          let saved = try OwnKits.file { () throws(FileError) in
            try KitSaver.save(after, in: before.path, current: current)
          }
          return .success(Changed(kit: saved, former: before.differences(from: after), value: value))
        } catch {
          if isOwn {
            for sample in after.samples.subtracting(before.samples) { FileBytes.remove(sample) }
          } else {
            FileBytes.removeFolder(before.path)
          }
          return .failure(error)
        }
      }
    } catch {
      throw .file(error)
    }
    return try result.get()
  }

  /// Replaces pads of a kit by their numbers; nil removes a pad.
  package func replace(_ pads: [Int: Pad?], of kit: Kit) throws(SamplingError) -> Changed<Void> {
    try change(kit) { kit in
      kit.pads.removeAll { pads.keys.contains($0.number) }
      kit.pads += pads.values.compactMap(\.self)
    }
  }

  /// Performs work on files.
  static func file<Value>(_ body: () throws(FileError) -> Value) throws(SamplingError) -> Value {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }

  private func copied(_ kit: Kit) throws(FileError) -> Kit {
    let name = "\(kit.name) samples"
    let visible = name.drop { $0 == "." || $0 == " " }.map { $0 == "/" ? "-" : $0 }
    var (copy, number) = (kit, 1)
    copy.name = name
    var target = folder.appending(String(visible))
    while target.linkStatus != nil {
      number += 1
      copy.name = "\(name) \(number)"
      target = folder.appending("\(String(visible)) \(number)")
    }
    let saved = try KitSaver.save(copy, in: target, current: current)
    let source = current.appending(kit.path)
    guard source.isFolder else { return saved }
    var licences = KitCopy(isCancelled: { false }, onFile: { _ in })
    do throws(FileError) {
      for file in KitImport.licences(in: source) {
        try licences.copyFile(file, to: target.appending(file.lastComponent))
      }
      if let error = licences.unreadable.first { throw error }
    } catch {
      FileBytes.removeFolder(target)
      throw error
    }
    return saved
  }
}

extension Kit {
  fileprivate var samples: Set<FilePath> { Set(pads.flatMap { $0.layers.flatMap(\.samples) }) }

  /// Returns the pads of this kit, by their numbers, that differ from those of another one; nil for those that only the
  /// other one has.
  fileprivate func differences(from other: Kit) -> [Int: Pad?] {
    let own = Dictionary(pads.map { ($0.number, $0) }) { first, _ in first }
    let others = Dictionary(other.pads.map { ($0.number, $0) }) { first, _ in first }
    var differences: [Int: Pad?] = [:]
    for number in Set(own.keys).union(others.keys) where own[number] != others[number] {
      differences.updateValue(own[number], forKey: number)
    }
    return differences
  }

  /// Returns the number of the first pad of a row of pads without samples. Eight pads or more begin with a bank.
  ///
  /// - Parameter count: the number of pads in the row.
  package func freePads(_ count: Int) throws(SamplingError) -> Int {
    let used = Set(pads.filter { pad in pad.layers.contains { !$0.samples.isEmpty } }.map(\.number))
    let step = count < PadBank.size ? 1 : PadBank.size
    let last = Kit.padNumbers.upperBound - count + 1
    let free = stride(from: 1, through: last, by: step).first { first in
      used.isDisjoint(with: first..<first + count)
    }
    guard let free else { throw .kitIsFull(kit: name, needed: count) }
    return free
  }
}

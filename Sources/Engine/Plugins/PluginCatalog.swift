import Effects
import Glibc
import Synchronization
import SystemBase

/// The plug-ins of this machine as units, by category and name, also those that are refused; and bundles that cannot be read.
package struct PluginList: Sendable {
  package let units: [UnitDescription]
  package let problems: [PluginScan.Problem]

  package init(units: [UnitDescription], problems: [PluginScan.Problem]) {
    (self.units, self.problems) = (units, problems)
  }
}

/// The plug-ins of this machine: what they declare, and which of them have passed their trials.
///
/// The folders are scanned by a worker process when they are needed first; the result is kept in a file until a bundle
/// changes. A plug-in is tried in a worker process before its first use, and again when its library changes. All
/// functions wait for the disk and for workers. Any thread.
package final class PluginCatalog: Sendable {
  private struct Scanned {
    let hash: ContentHash
    let scan: PluginScan
    let units: [UnitDescription]
  }

  /// The most bytes of a file of the cache.
  private static let largest = 64 << 20
  /// The most verdicts that are kept.
  private static let mostVerdicts = 4096
  private static let format = "drumdub-lv2 2"

  private let folders: [FilePath]
  private let cache: FilePath
  private let command: WorkerCommand
  private let scanned = Mutex<Scanned?>(nil)
  private let verdicts = Mutex<[ContentHash: String?]?>(nil)

  /// Creates a catalog, which reads nothing.
  ///
  /// - Parameters:
  ///   - folders: those that bundles are in; of two plug-ins with the same URI, lilv chooses one.
  ///   - cache: the folder of the files that are kept.
  ///   - command: starts a process that calls `PluginWorker.run`.
  package init(folders: [FilePath], cache: FilePath, command: WorkerCommand) {
    (self.folders, self.cache, self.command) = (folders, cache, command)
  }

  // MARK: The list

  /// Returns all plug-ins of this machine.
  package func list() throws(FileError) -> PluginList {
    let current = try current()
    return PluginList(units: current.units, problems: current.scan.problems)
  }

  private func current() throws(FileError) -> Scanned {
    let hash = bundleHash()
    return try scanned.withLock { (kept) throws(FileError) in
      if let kept, kept.hash == hash { return kept }
      let scan: PluginScan = if let stored = stored(hash) { stored } else { try fresh(hash) }
      let units = scan.plugins.map(PluginCatalog.description).sorted {
        ($0.category ?? "", $0.title, $0.name) < ($1.category ?? "", $1.title, $1.name)
      }
      let new = Scanned(hash: hash, scan: scan, units: units)
      kept = new
      return new
    }
  }

  /// Returns the names and times of all bundles.
  private func bundleHash() -> ContentHash {
    var writer = ByteWriter()
    for folder in folders {
      writer.write(folder.bytes)
      for name in FolderReader.names(in: folder).sorted() {
        let bundle = folder.appending(name)
        writer.write(name.bytes)
        for path in [bundle, bundle.appending("manifest.ttl")] { PluginCatalog.write(path, to: &writer) }
      }
    }
    return ContentHash(writer.bytes)
  }

  /// Writes the time and the size of a file.
  private static func write(_ path: FilePath, to writer: inout ByteWriter) {
    guard let status = path.status else { return writer.write(-1) }
    for number in [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size)] {
      writer.write(number)
    }
  }

  private var scanFile: FilePath { cache.appending("lv2-plugins") }

  /// Returns the scan in the cache; nil if it is another one or damaged.
  private func stored(_ hash: ContentHash) -> PluginScan? {
    guard let bytes = try? FileBytes.read(scanFile, limit: PluginCatalog.largest) else { return nil }
    var reader = ByteReader(bytes)
    guard (try? reader.text()) == PluginCatalog.format, (try? reader.text()) == hash.description,
      let scan = try? PluginScan(from: &reader), reader.isAtEnd
    else { return nil }
    return scan
  }

  private func fresh(_ hash: ContentHash) throws(FileError) -> PluginScan {
    let bytes = try PluginWorker.scan(folders, by: command)
    var reader = ByteReader(bytes)
    guard let scan = try? PluginScan(from: &reader) else {
      throw FileError(.damaged, "LV2 plug-ins", detail: "the worker sent an invalid answer")
    }
    var writer = ByteWriter()
    writer.write(PluginCatalog.format)
    writer.write(hash.description)
    store(writer.bytes + bytes, in: scanFile)
    return scan
  }

  /// Writes a file of the cache; without one, the next start scans again.
  private func store(_ bytes: [UInt8], in file: FilePath) {
    try? FileBytes.makeFolder(cache)
    try? AtomicFile.replace(file, with: bytes)
  }

  private static func description(_ info: PluginInfo) -> UnitDescription {
    let controls = info.controls.map(\.control)
    let presets = info.presets.map { preset in
      UnitPreset(
        name: preset.name,
        values: controls.map { control in
          preset.values[control.parameter.name].map(control.value(ofPort:)) ?? control.parameter.initial
        }, state: preset.state)
    }
    return UnitDescription(
      name: info.unit, title: info.name, kind: .lv2, parameters: controls.map(\.parameter),
      isInstrument: info.isInstrument, author: info.author, category: info.category, presets: presets,
      refusal: info.refusal.map(UnitRefusal.init)
    ) { setup throws(UnitRefusal) in try info.makeUnit(setup) }
  }

  // MARK: Trials

  /// Returns a plug-in that may be used in this process: it was tried.
  ///
  /// - Parameters:
  ///   - unit: the name of the unit, with its prefix.
  ///   - state: its initial state, which may crash it, so that each state has a trial of its own.
  package func usable(_ unit: String, _ state: UnitState?) throws(UnitRefusal) -> UnitDescription {
    let found: Scanned
    do throws(FileError) { found = try current() } catch {
      throw UnitRefusal("LV2 plug-ins cannot be listed\(error.detail.map { ": \($0)" } ?? "")")
    }
    guard let info = found.scan.plugins.first(where: { $0.unit == unit }),
      let description = found.units.first(where: { $0.name == unit })
    else { throw UnitRefusal("it is not installed") }
    if let refusal = description.refusal { throw refusal }
    if let reason = try verdict(info, state) { throw UnitRefusal(reason) }
    return description
  }

  private var verdictFile: FilePath { cache.appending("lv2-trials") }

  /// Returns the reason why a plug-in has not passed its trial; nil if it has.
  private func verdict(_ info: PluginInfo, _ state: UnitState?) throws(UnitRefusal) -> String? {
    var writer = ByteWriter()
    PluginWorker.Request.trial(info, state).write(to: &writer)
    PluginCatalog.write(info.library, to: &writer)
    let key = ContentHash(writer.bytes)
    return try verdicts.withLock { (kept) throws(UnitRefusal) in
      var all = kept ?? storedVerdicts()
      defer { kept = all }
      if let known = all[key] { return known }
      let reason: String?
      do throws(FileError) { reason = try PluginWorker.tryOut(info, state, by: command)?.reason } catch {
        throw UnitRefusal("it cannot be tried\(error.detail.map { ": \($0)" } ?? "")")
      }
      if all.count >= PluginCatalog.mostVerdicts { all.removeAll() }
      all[key] = .some(reason)
      store(all)
      return reason
    }
  }

  private func storedVerdicts() -> [ContentHash: String?] {
    guard let bytes = try? FileBytes.read(verdictFile, limit: PluginCatalog.largest) else { return [:] }
    var reader = ByteReader(bytes)
    guard (try? reader.text()) == PluginCatalog.format else { return [:] }
    let entries = try? reader.list { (reader) throws(ByteReader.Malformed) in
      (ContentHash(high: try reader.word(), low: try reader.word()), try reader.optionalText())
    }
    return Dictionary(entries ?? []) { first, _ in first }
  }

  private func store(_ verdicts: [ContentHash: String?]) {
    var writer = ByteWriter()
    writer.write(PluginCatalog.format)
    writer.write(Array(verdicts)) { writer, entry in
      writer.write(word: entry.key.high)
      writer.write(word: entry.key.low)
      writer.write(entry.value)
    }
    store(writer.bytes, in: verdictFile)
  }
}

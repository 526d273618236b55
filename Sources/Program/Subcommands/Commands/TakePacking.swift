import Application
import Configuration
import Dubbing
import SystemBase
import TerminalUI

/// `drumdub takes pack`: writes a take with its recorded sound and its kit to an archive.
struct TakePacking {
  var id: String
  var output: FilePath
  var isJSON = false

  func run(_ store: TakeStore) throws(FileError) {
    let (take, path) = try store.find(id)
    var options = ExportOptions(path: BaseFolders.current.appending(output), format: .pack)
    options.folder = path.directory
    let (pack, notices) = ExportSetup.service(LibraryChoice.settings()).pack(take, options)
    StopSignals.watch()
    do throws(ExportError) { _ = try pack.run(isCancelled: { StopSignals.hasCome }) } catch {
      switch error {
      case .cancelled: StopSignals.end()
      case .failed(let error, _): throw error
      }
    }
    report(pack)
    for notice in notices { Messages.print(ExportText.sentence(notice)) }
  }

  private func report(_ pack: PackExport) {
    let (take, name) = (pack.take, pack.kit == nil ? nil : pack.take.kit?.name)
    if isJSON {
      var object = JSONObject()
      object.append(path: BaseFolders.current.appending(output))
      object.append("id", take.id)
      object.append("sounds", take.layers.count { $0.audio != nil })
      object.append("kit", name)
      object.append("signed", .bool(take.track?.signature != nil))
      print(JSONWriter.text(of: .object(object), layout: .line))
    } else {
      let kit = name.map { "with its kit \(FilePath($0).shown)" } ?? "without a kit"
      print("packed \(FilePath(take.name).shown) into \(output.shown), \(kit)")
    }
  }
}

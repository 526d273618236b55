import Configuration
import SystemBase
import TerminalUI
import TrackTags

/// `drumdub info --picture`: writes the best picture of a file.
struct PictureCommand {
  let source: FilePath
  let target: FilePath

  package func run() -> Int32 {
    let picture: [UInt8]
    do throws(FileError) {
      picture = try bytes()
    } catch {
      Messages.print(ErrorText.sentence(error, while: .reading))
      return 1
    }
    do throws(FileError) {
      try AtomicFile(target, reading: source).write(picture)
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error, while: .writing))
      return 1
    }
  }

  private func bytes() throws(FileError) -> [UInt8] {
    let workers = TagWorkers.pool(workers: 1)
    let finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    if let found = try finder.best(for: source) { return found.data.bytes }
    guard let resources = BaseFolders.resources else {
      throw FileError(.notFound, "Artwork/no-artwork.png", detail: "set DRUMDUB_RESOURCES")
    }
    let picture = try FileBytes.read(resources.appending("Artwork/no-artwork.png"), limit: 1 << 20)
    Messages.print("\(source.shown) and its folder have no picture: wrote the program's placeholder picture")
    return picture
  }
}

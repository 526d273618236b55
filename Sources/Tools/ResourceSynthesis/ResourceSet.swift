import SystemBase

/// The generated resources: kits, demo track and pictures.
package enum ResourceSet {
  /// Writes all resources into a folder: the same sound on every machine, and the same bytes with the same FLAC and PNG
  /// libraries, except those of a kit with two channels, which are compressed most.
  package static func write(to folder: FilePath) throws(FileError) {
    for kit in ShippedKit.all { try kit.write(to: folder.appending("Kits/\(kit.folder)")) }
    let cover = try PNGImage.encode(DrumPicture.draw(DrumPicture.sunrise))
    let size = DrumPicture.size
    try DemoTrack.write(
      to: folder.appending("Demo"), cover: FrontCover(png: cover, width: size, height: size))
    let artwork = folder.appending("Artwork")
    try FileBytes.makeFolder(artwork)
    try AtomicFile.replace(
      artwork.appending("no-artwork.png"), with: PNGImage.encode(DrumPicture.draw(DrumPicture.quiet)))
  }
}

import SystemBase

/// The generated resources: kit, demo track and pictures.
package enum ResourceSet {
  /// Writes all resources into a folder: the same bytes on every machine with the same FLAC and PNG libraries.
  package static func write(to folder: FilePath) throws(FileError) {
    try DefaultKit.write(to: folder.appending("Kits/Default"))
    let cover = try PNGImage.encode(DrumPicture.draw(DrumPicture.sunrise))
    let size = DrumPicture.size
    try DemoTrack.write(
      to: folder.appending("Demo"), cover: FrontCover(png: cover, width: size, height: size))
    let artwork = folder.appending("Artwork")
    try FileBytes.makeFolder(artwork)
    try FileBytes.replace(
      artwork.appending("no-artwork.png"), with: PNGImage.encode(DrumPicture.draw(DrumPicture.quiet)))
  }
}

extension HelpText {
  static let scan = """
    drumdub scan [DIR...] [--loudness] [--json] [--library FILE]
    drumdub scan --remove DIR... [--json] [--library FILE]

    Brings the index of your music up to what is on the disk: new, changed, moved and deleted files. Without DIR all
    folders that were ever scanned. Ratings and play counts stay with files that are moved; the music of a drive that
    is not mounted stays, and is shown as away. A CUE sheet beside a file, or in it, makes its tracks tracks of the
    library in the place of the file.

      --json          one JSON object: {files,added,changed,moved,removed,unchanged,away,
                      unreadable:[{path,reason}],seconds}; with --loudness also measured, unmeasured:[{path,reason}]
      --loudness      measures tracks that have no ReplayGain (ReplayGain 2, by EBU R 128), album by album; kept in
                      the index, the files stay as they are
      --remove        removes the folders and their tracks from the index; the files stay on the disk
      --library FILE  another index than \(BaseFolders.libraryFile.shown)
      --help, -h      this help

    Ctrl-C stops it; what is done is kept. A file that cannot be read is named, and tried again when it has changed.
    """
}

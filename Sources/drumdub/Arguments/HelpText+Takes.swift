extension HelpText {
  static let takes = """
    drumdub takes [--json] [FILE...]
    drumdub takes rename ID NAME
    drumdub takes delete ID...
    drumdub takes restore ID...

    Lists what you played: all takes, those of the tracks named, wherever these lie now, or those in the .dub files
    named. An id may be cut short as long as only one take begins so. What was deleted can be restored.

      --json      one JSON object: {takes:[{id,name,path,track:{path,title,artist,key},created,modified,hits,layers,
                  kit,bpm}]}
      --help, -h  this help
    """
}

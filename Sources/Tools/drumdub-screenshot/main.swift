// Reads a screen as `tmux capture-pane -e -p` prints it from standard input, and writes it as SVG to standard output.
var lines: [String] = []
while let line = readLine() { lines.append(line) }
print(ScreenImage(AttributedScreen(lines)).svg)

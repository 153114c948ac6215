@main @MainActor
struct Words {
  static func main() async {
    while let line = readLine() {
      print(line)
    }
  }
}

// SPDX-License-Identifier: MIT

enum Help {
  static let text = """
    USAGE
      swift package runnel new-feature NAME [--path DIR] [--runnel SOURCE]
      swift package runnel new-feature NAME --into DIR [--target TARGET] [--runnel SOURCE]

    Creates a feature: state, actions, a reducer, a command with its handler, a SwiftUI view, and
    tests that pass. Without --into, the feature is a new package. The command never replaces a file.

    NAME is the name of a Swift type, such as Search. Relative paths begin in the current directory.

    OPTIONS
      --path DIR        The folder of the new package. Default: Features/NAME in the package that
                        runs the command.
      --into DIR        Adds the feature to a package that exists. DIR is the folder of the package,
                        of a target, or a folder in a target.
      --target TARGET   The target that receives the feature. Default: NAME.
      --runnel SOURCE   The path or the URL of Runnel. Default: as in the package that runs the
                        command.
      --help            Shows this text.

    PERMISSIONS
      SwiftPM requests the permission to write to the package. To grant it in a script:
        swift package --allow-writing-to-package-directory runnel new-feature Search
      On macOS, a folder outside the package needs a permission of its own:
        swift package --allow-writing-to-directory DIR runnel new-feature Search --into DIR
    """
}

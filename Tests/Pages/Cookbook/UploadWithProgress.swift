// SPDX-License-Identifier: MIT

@Suite struct UploadWithProgressTests {
  typealias Upload = UploadWithProgressExample.Upload

  #snippet("Stream the progress")

  #snippet("Test it")
}

// SPDX-License-Identifier: MIT

enum StyleGuideExamples { #snippet("Overview") }

// SPDX-License-Identifier: MIT

import Runnel
import os

#snippet("Send the log to os.Logger")

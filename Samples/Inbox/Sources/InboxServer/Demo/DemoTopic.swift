// SPDX-License-Identifier: MIT

/// A kind of conversation that a team has.
///
/// The words in braces stand for names of ``DemoWords``.
struct DemoTopic {
  let subjects: [String]
  let openings: [String]
  let replies: [String]

  static let all = [release, incident, customer, office]

  private static let release = DemoTopic(
    subjects: [
      "Release {version}: what is still open", "{service} {version} is in staging",
      "Freeze for {version} on {day}", "Notes for {version}",
    ],
    openings: [
      "{version} of {service} is in staging since this morning. Please test the parts that you changed before {day}.",
      "We are three tickets away from {version}. The migration of {service} is the one that worries me.",
      "I have written a draft of the notes for {version}. Did I forget anything that {customer} waits for?",
      "The build for {version} is green. I would like to ship on {day} if there are no objections.",
    ],
    replies: [
      "The upgrade ran through on my copy of the data. It took {number} minutes.",
      "Please wait for my fix in {service}. It is in review.",
      "Tested on the small plan and on the large one. No findings.",
      "The notes should mention the new limit of {number} attachments.",
      "Shipped. I'll watch the graphs for an hour.",
    ])

  private static let incident = DemoTopic(
    subjects: [
      "{service} is slow for {customer}", "Alert: queue of {service} above {number} thousand",
      "Postmortem: {service} on {day}", "Disk of the {service} replica is almost full",
    ],
    openings: [
      "{customer} reports timeouts since about nine. The p95 of {service} went from 80 to {number}0 ms.",
      "The queue grows by {number} entries per second, and the workers are idle. I'm on it.",
      "Here is the timeline of {day}. In short: a certificate expired, and the retry made it worse.",
      "The replica has {number} GB left. At this rate that is enough until {day}.",
    ],
    replies: [
      "It is the index that we dropped in the last release. Adding it again takes ten minutes.",
      "I have moved {customer} to the other shard. The graphs are back to normal.",
      "The status page is updated.",
      "Can we get an alert for this before the customer calls?",
      "Resolved at 14:{number}. I'll write it up.",
      "Thanks for the quick reaction!",
    ])

  private static let customer = DemoTopic(
    subjects: [
      "Question from {customer}: export of archived threads", "Call with {customer} on {day}",
      "{customer}: {number} more seats", "Feedback from {customer} on {service}",
    ],
    openings: [
      "Does the export contain archived threads? {customer} needs them. I think it does, but since which version?",
      "The call is at ten. They bring two people from operations. I need one more from our side.",
      "They would like {number} more seats before the end of the month, and an invoice per team.",
      "Mostly good. The search is what they use all day, and what they would like to be faster.",
    ],
    replies: [
      "It does, since 2.4. I'll send them the page of the manual.",
      "I can join for the first half.",
      "The invoice per team needs the new billing, so not before {day}.",
      "Which browser do they use? I have an idea.",
      "Done, they have confirmed it.",
    ])

  private static let office = DemoTopic(
    subjects: [
      "Heating on the third floor", "Lunch on {day}", "Keys for the new meeting room",
      "Team day: ideas, please",
    ],
    openings: [
      "The technician comes on {day} between eight and ten. Can one of you open the door?",
      "The place around the corner has a table for {number}. Please reply by noon.",
      "There are two keys for the new room. One is in the drawer, where is the other one?",
      "So far we have: climbing, a museum, and cooking together. Please vote until {day}.",
    ],
    replies: [
      "I'm there from half past seven.", "Count me in.", "It was in my jacket. Sorry!",
      "Cooking, please. My knee isn't made for climbing.", "I can't on {day}, but have fun.",
    ])
}

import { describeResource } from "./describe-resource";

/** A change of templates that one proposes and another decides. In the console's own store. */
export const proposal = describeResource({
	name: "proposal",
	words: { many: "proposals", never: "one of this console’s" },
	title: "Proposals",
	path: "/proposals",
	search: "changes review approve accept decline second editor four eyes",
	icon: "proposals",
	idField: "proposalId",
	permission: "propose",
	kindBesideName: "always",
	group: "Verify",
	help: { "": [{ text: "About proposals", href: "/guides/proposals" }] },
	writes: {
		propose_templates: {
			did: "made",
			to: "make",
			isCreate: true,
			label: "Propose change of templates",
			event: "proposed",
		},
		revise_proposal: { did: "revised", to: "revise", label: "Propose again", event: "proposed_again" },
		comment_on_proposal: { did: "commented on", to: "comment on", label: "Comment on proposal", event: "commented" },
		accept_proposal: {
			did: "accepted",
			to: "accept",
			permission: "changeTemplates",
			event: "accepted",
		},
		decline_proposal: {
			did: "declined",
			to: "decline",
			permission: "changeTemplates",
			event: "declined",
		},
		return_proposal: {
			did: "returned",
			to: "return",
			permission: "changeTemplates",
			label: "Return proposal to its author",
			event: "returned",
		},
		stop_proposal: { did: "stopped saving", to: "stop saving", permission: "changeTemplates", event: "stopped" },
		withdraw_proposal: { did: "withdrew", to: "withdraw", event: "withdrawn" },
		expire_proposal: {
			did: "noted the expiry of",
			to: "note the expiry of",
			label: "Note expiry of proposal",
			event: "expired",
		},
	},
	events: { kind: "proposals", label: "Proposals", type: "proposal" },
	withheld: [],
});

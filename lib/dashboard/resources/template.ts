import { changes, creates, type DescribedFeature, deletes, describeResource } from "./describe-resource";

export const template = describeResource({
	name: "template",
	words: { many: "templates", never: "one of this tenant’s" },
	title: "Templates",
	path: "/templates",
	search: "verification presentation mdl",
	icon: "templates",
	idField: "templateId",
	idForm: /^vct_[A-Za-z0-9]{16}$/,
	permission: "changeTemplates",
	stays:
		"Applications that start verifications with its ID stop working. For 30 days you can restore it from “Deleted templates”, with a new ID.",
	group: "Verify",
	create: { title: "New template", path: "/templates/new", search: "create add" },
	help: {
		"": [
			{ text: "About templates", href: "/guides/application-developer#templates" },
			{ text: "Purposes, versions", href: "/guides/templates" },
			{ text: "About “Try it”", href: "/guides/try-it" },
		],
	},
	writes: {
		post_vc_templates: { ...creates, act: "request-more" },
		patch_vc_templates_by_id: { ...changes, act: "request-more", namePart: "name" },
		delete_vc_templates_by_id: deletes,
		/** In the console's own store: the interface has no place for it. */
		set_template_purpose: {
			did: "set the purpose",
			to: "set the purpose",
			of: "of",
			label: "Set purpose",
			event: "purpose_set",
		},
	},
	events: {
		kind: "templates",
		label: "Templates, with their purposes",
		type: "template",
		derived: [
			{ kind: "more", label: "A template asks for more than yesterday", event: "requests_more" },
			{ kind: "emergency", label: "Emergency saves of templates", event: "emergency_save", isAmongWrites: true },
		],
	},
	withheld: [],
	isEdited: true,
});

/** In the order of the connection page. */
export const templateFeatures: readonly DescribedFeature[] = [
	{
		feature: "List and open templates",
		needs: ["get_vc_templates", "get_vc_templates_by_id"],
		without: "Templates can't be shown, exported or changed.",
	},
	{
		feature: "Create templates",
		needs: ["post_vc_templates"],
		without: "Templates can't be created, copied, imported or restored.",
	},
	{ feature: "Change templates", needs: ["patch_vc_templates_by_id"], without: "Templates are read-only." },
	{ feature: "Delete templates", needs: ["delete_vc_templates_by_id"], without: "Templates can't be deleted." },
];

import { certificate } from "@/app/_certificates/certificate-kind";
import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { address } from "@/app/_editor/kinds/address";
import { choice } from "@/app/_editor/kinds/choice";
import { local } from "@/app/_editor/kinds/kind";
import { lineMembers, members, orderedLines } from "@/app/_editor/kinds/lists";
import { text } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { act } from "@/lib/dashboard/change-in-words";

/** A made-up resource with a field of each kind that several editors use. */
export const shelfEditor = defineEditor({
	what: "shelf",
	fields: {
		title: text({
			label: "Title",
			help: "On its front.",
			wire: "title",
			required: "A title is needed.",
			rule: (title) => (title.length > 8 ? "A title has at most 8 characters." : null),
			sets: act("rename", "it to"),
			isTrimmed: true,
		}),
		colour: choice({
			label: "Colour",
			help: "",
			wire: "looks.colour",
			options: [
				["oak", "Oak"],
				["ash", "Ash"],
			],
		}),
		isOpen: toggle({ label: "Open to all", help: "", wire: "looks.open" }),
		books: lineMembers({
			label: "Books",
			help: "One a line.",
			wire: "books",
			member: "book",
		}),
		readers: members({
			label: "Readers",
			wire: "readers",
			partInSentence: (reader, names) => names.get(reader) ?? reader,
			partLabel: (reader, names) => `Reader ${names.get(reader) ?? reader}`,
			added: (reader) => act("let", `${reader} borrow`),
			removed: (reader) => act("stop", `lending to ${reader}`),
			fault: (readers) => (readers.length > 3 ? "At most 3 fit." : null),
		}),
		order: orderedLines({ label: "Order", help: "", wire: "looks.order" }),
		site: address({ label: "Site", help: "", wire: "looks.site" }),
		seal: certificate({ label: "Seal", help: "", wire: "looks.seal", lengthMax: 1000, countMax: 1 }),
		note: local(text({ label: "Note" }), "books"),
	},
	rule: ({ content, isChanged }) =>
		isChanged("isOpen") && content.isOpen && content.readers.length === 0
			? { readers: "An open shelf needs a reader." }
			: {},
	applies: (field, content) => field !== "site" || content.isOpen,
	describeChanges: (changes, before, after) =>
		before.isOpen && !after.isOpen ? [{ part: "closed", words: "Closes it" }, ...changes] : changes,
});

export type ShelfFields = typeof shelfEditor.fields;
export type Shelf = Content<ShelfFields>;
export type ShelfValues = Values<ShelfFields>;

export const shelf: Shelf = {
	...shelfEditor.defaults,
	title: "Poems",
	books: ["a", "b"],
	readers: ["r1"],
};

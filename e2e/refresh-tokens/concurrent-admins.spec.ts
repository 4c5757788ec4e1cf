import { expect, test } from "../fixtures";
import { metadataEditor } from "./metadata-editor";
import { tokenOf } from "./sample-tokens";

const ROUNDS = process.env.LONG ? 500 : 4;
const ROUND_WITHIN_MILLISECONDS = 3_000;

/** `seen`: what the service held when this admin's page last heard of it. */
type Admin = {
	own: string;
	foreign: string;
	editor: ReturnType<typeof metadataEditor>;
	seen: Record<string, string>;
};

test(`two admins lose no key in ${ROUNDS} rounds, and are warned whenever both changed the same one`, async ({
	openContext,
	signIn,
	credentials,
	managementToken,
}) => {
	test.setTimeout(30_000 + ROUNDS * ROUND_WITHIN_MILLISECONDS);
	const token = await tokenOf(credentials, managementToken, "layla.haddad@example.org");
	const start = { first: "start", second: "start", shared: "start", kept: "by nobody" };
	await token.setMetadata(start);
	const open = async (own: string, foreign: string): Promise<Admin> => {
		const page = await (await openContext()).newPage();
		await signIn(page, "editor");
		await page.goto(`/refresh-tokens/${token.id}`);
		return { own, foreign, editor: metadataEditor(page), seen: start };
	};
	const admins = [await open("first", "second"), await open("second", "first")] as const;
	// An automation was faster than both.
	let held: Record<string, string> = { ...start, shared: "by an action" };
	await token.setMetadata(held);

	let warnings = 0;

	/** Types into both rows: the admin's own key, and the one that both write to. */
	async function edit({ own, editor }: Admin, text: string) {
		await editor.value(own === "first" ? 1 : 2).fill(text);
		await editor.value(3).fill(text);
	}

	/** Saves. Whatever the service holds by now that this page does not know has to be shown before it is written. */
	async function save(admin: Admin, text: string, side: "Yours" | "Theirs") {
		const { own, foreign, editor, seen } = admin;
		const isContested = held.shared !== seen.shared;
		await editor.save.click();
		if (isContested || held[foreign] !== seen[foreign]) {
			const conflict = (key: string) => editor.dialog.getByRole("group", { name: key, exact: true });
			if (held[foreign] !== seen[foreign])
				await expect(editor.dialog.getByRole("list", { name: "Theirs:" }).getByRole("listitem")).toHaveText([
					`Changes ${foreign} from ${seen[foreign]} to ${held[foreign]}`,
				]);
			await expect(editor.dialog.getByRole("group")).toHaveCount(isContested ? 1 : 0);
			if (isContested)
				await expect(
					conflict("shared").getByRole("radio", { name: `Theirs: ${held.shared}`, exact: true }),
				).toBeVisible();
			expect(await token.metadata(), "nothing is written before the admin has chosen").toEqual(held);
			if (isContested)
				await conflict("shared")
					.getByRole("radio", { name: `${side}: ` })
					.check();
			await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
			warnings += isContested ? 1 : 0;
		}
		await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
		held = { ...held, [own]: text, ...((side === "Yours" || !isContested) && { shared: text }) };
		expect(await token.metadata()).toEqual(held);
		admin.seen = held;
	}

	for (let round = 0; round < ROUNDS; round += 1) {
		const [one, other] = round % 2 === 0 ? admins : [admins[1], admins[0]];
		await edit(one, `${one.own} ${round}`);
		await edit(other, `${other.own} ${round}`);
		await save(one, `${one.own} ${round}`, "Yours");
		await save(other, `${other.own} ${round}`, round % 3 === 0 ? "Yours" : "Theirs");
	}
	expect(warnings, "the second of a round always meets what the first has written").toBeGreaterThanOrEqual(ROUNDS);
});

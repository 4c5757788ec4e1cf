import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { tokenOf } from "../refresh-tokens/sample-tokens";

// Bytes of HTML without compression: the markup and, in it, the data of the same page for React. What repeats in a page
// counts twice and costs the server's processor.
const FORM_MAX = 61_300;
/** With three attributes, the change that created it and the request as JSON. */
const TEMPLATE_MAX = 70_400;
/** Other tests have templates too: what their names and purposes hold is repeated in a row. */
const LIST_MAX = { frame: 18_900, row: 1_400, textByte: 5 };
/** With 25 rows of metadata, and what has become of its session. */
const TOKEN_MAX = 54_200;

test("the four pages that are viewed most have at most as many bytes of HTML as their budgets", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const editor = await visit("editor");
	const { createTemplate } = managementOf(credentials, managementToken);
	const elements = { portrait: true, family_name: true, given_name: true };
	const { id } = await createTemplate("Measured page", elements);
	const token = await tokenOf(credentials, managementToken, "mina.park@example.org");
	const before = await token.metadata();
	const keys = Array.from({ length: 25 }, (_, index) => [`attribute_${index + 10}`, `value ${index + 10}`]);
	await token.setMetadata(Object.fromEntries(keys));

	const bytesOf = async (path: string) => {
		const { html, status, document } = await editor.open(path);
		expect(status, path).toBe(200);
		const bytes = Buffer.byteLength(html);
		test.info().annotations.push({ type: "bytes", description: `${path} ${bytes}` });
		return { bytes, document };
	};
	const list = await bytesOf("/templates");
	const metadata = await bytesOf(`/refresh-tokens/${token.id}`);
	await token.setMetadata(before);

	expect.soft((await bytesOf("/templates/new")).bytes, "the template form").toBeLessThanOrEqual(FORM_MAX);
	expect.soft((await bytesOf(`/templates/${id}`)).bytes, "a template").toBeLessThanOrEqual(TEMPLATE_MAX);
	const rows = list.document.querySelectorAll("tbody tr").length;
	const texts = [...list.document.querySelectorAll("tbody th, tbody [data-label=Purpose]")];
	const text = Buffer.byteLength(texts.map(({ textContent }) => textContent).join(""));
	const listMax = LIST_MAX.frame + rows * LIST_MAX.row + text * LIST_MAX.textByte;
	expect.soft(list.bytes, `a list of ${rows} templates`).toBeLessThanOrEqual(listMax);
	expect(metadata.document.querySelectorAll("input[name=key]")).toHaveLength(25);
	expect.soft(metadata.bytes, "a refresh token").toBeLessThanOrEqual(TOKEN_MAX);
});

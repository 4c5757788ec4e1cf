import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { html, trustedHtml } from "./html";

const HOSTILE = `"><script>alert('x')</script>&amp;`;

test("values are escaped in text and in quoted attributes", () => {
	expect(html`<p title="${HOSTILE}">${HOSTILE}</p>`.toString()).toBe(
		'<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;</p>',
	);
});

test("no text can end its element or attribute, and none of it is lost", () => {
	fc.assert(
		fc.property(fc.string({ unit: anyCharacter }), (text) => {
			const inside = html`"${text}"`.toString().slice(1, -1);
			expect(inside).not.toMatch(/[<>"']/);
			const back = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
			expect(inside.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => back[entity as keyof typeof back])).toBe(text);
		}),
	);
});

test("markup and lists of it are inserted unchanged, null inserts nothing", () => {
	const items = ["<a>", "b"].map((text) => html`<li>${text}</li>`);
	expect(html`<ul>${items}</ul>${null}${trustedHtml("<hr>")}${7}`.toString()).toBe(
		"<ul><li>&lt;a&gt;</li><li>b</li></ul><hr>7",
	);
});

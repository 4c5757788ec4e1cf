import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type ChangedBy, ChangeNotice } from "./changed-by";

const at = "2026-01-01T12:00:00.000Z";

test.each([
	[{ person: "Vera Holm", isOneself: false, at }, "Vera Holm changed it 2 minutes ago."],
	[{ person: "You", isOneself: true, at }, "You changed it 2 minutes ago, in another tab or window."],
	[{ person: "You", isOneself: true, isHere: true, at }, "You changed it 2 minutes ago."],
	[null, "It was changed outside this console."],
	[undefined, "It was changed since you opened it."],
] as [ChangedBy | undefined, string][])("%j: %s", (by, words) => {
	const html = renderToStaticMarkup(<ChangeNotice by={by} now="2026-01-01T12:02:10.000Z" />);
	expect(html.replaceAll(/<[^>]+>/g, "")).toBe(words);
});

import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NoteWaiting, WaitingBadge, WaitingCount } from "./waiting-count";

const three = { count: 3, words: "3 proposals wait for you" };
const none = { count: 0, words: "0 proposals wait for you" };
const four = { count: 4, words: "4 proposals wait for you" };
const shown = () => screen.getByRole("link").textContent;

test("the navigation shows the number of the frame, of a page that tells another one, then of a newer frame", () => {
	const inFrame = (of: typeof three, page?: typeof three) => (
		<WaitingCount of={of}>
			<a href="/proposals">
				Proposals <WaitingBadge />
			</a>
			{page ? <NoteWaiting {...page} /> : null}
		</WaitingCount>
	);
	const { rerender } = render(inFrame(three));
	expect(shown()).toBe("Proposals 33 proposals wait for you");
	rerender(inFrame(three, four));
	expect(shown()).toBe("Proposals 44 proposals wait for you");
	rerender(inFrame({ ...three }));
	expect(shown()).toBe("Proposals 33 proposals wait for you");
	rerender(inFrame(none));
	expect(shown()).toBe("Proposals ");
});

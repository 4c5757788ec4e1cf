import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DropParameter } from "./drop-parameter";

const addressNow = () => window.location.pathname + window.location.search + window.location.hash;

afterEach(() => window.history.replaceState(null, "", "/"));

test("the parameter leaves the address, and the rest of it stays", async () => {
	window.history.replaceState(null, "", "/connection?a=1&check=now#x");
	render(<DropParameter name="check" />);
	await waitFor(() => expect(addressNow()).toBe("/connection?a=1#x"));
});

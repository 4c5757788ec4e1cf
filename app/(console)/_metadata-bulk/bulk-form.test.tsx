import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import * as actions from "./bulk-actions";
import { BulkForm } from "./bulk-form";

afterEach(() => vi.restoreAllMocks());

test("what is typed while the action is pending stays, and one submit is pending at a time", async () => {
	const resolvers: ((state: actions.BulkFormState) => void)[] = [];
	vi.spyOn(actions, "previewBulkEditAction").mockImplementation(
		() => new Promise((resolve) => resolvers.push(resolve)),
	);
	render(
		<BulkForm
			resource="refresh token"
			user={{ id: "auth0|1", label: "mina@example.org" }}
			items={[{ id: "dcr_1", name: null }]}
			back="/"
		/>,
	);
	const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
	const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
	const isReading = () => screen.queryByText("Reading the tokens…") !== null;
	type("Value", "sent");
	for (const _ of Array(2)) fireEvent.submit(field("Key").form as HTMLFormElement);
	await waitFor(() => expect(isReading()).toBe(true));
	type("Key", "typed");
	type("Value", "typed meanwhile");
	fireEvent.click(field("Remove a key"));
	resolvers[0]?.({ values: { kind: "set", key: "", value: "sent" }, errors: { key: "Give a key." } });
	await waitFor(() => expect(isReading()).toBe(false));
	expect(resolvers).toHaveLength(1);
	expect([field("Key").value, field("Value").value]).toEqual(["typed", "typed meanwhile"]);
	expect(field("Remove a key").checked).toBe(true);
	expect(screen.queryByText("Give a key.")).toBeNull();
	expect(screen.getByText("15 / 255")).toBeTruthy();
});

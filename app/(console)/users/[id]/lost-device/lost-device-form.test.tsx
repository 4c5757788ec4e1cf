import { fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReasonRules } from "@/app/_forms/reason-field";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import { LostDeviceForm } from "./lost-device-form";

const form = (required: readonly ActKind[], endsSessions: boolean | null) => (
	<ReasonRules value={{ required, typed: "" }}>
		<LostDeviceForm userId="u" canEnd endsSessions={endsSessions} text={null}>
			<input type="radio" name="device" value="a" aria-label="phone" />
			<input type="checkbox" name="end a" value="session s" defaultChecked aria-label="session" />
			<input type="checkbox" name="end a" value="token t" defaultChecked aria-label="token" />
			<input type="radio" name="device" value="b" aria-label="laptop" />
			<input type="checkbox" name="end b" value="token u" defaultChecked aria-label="other token" />
		</LostDeviceForm>
	</ReasonRules>
);
const isRequired = () => screen.getByLabelText("Reason or ticket").getAttribute("aria-required") === "true";
const press = (label: string) => void fireEvent.click(screen.getByLabelText(label));

test("a reason that only sessions need is required as long as one is ticked of the chosen device", () => {
	render(form(["end"], null));
	expect([isRequired(), screen.queryByText("Needed where a session ends.") !== null]).toEqual([false, true]);
	press("laptop");
	expect([isRequired(), screen.queryByText("Needed where a session ends.")]).toEqual([false, null]);
	press("phone");
	expect(isRequired()).toBe(true);
	press("session");
	expect(isRequired()).toBe(false);
});

test("a reason for revocations is required whatever is chosen", () => {
	render(form(["revoke"], null));
	expect(isRequired()).toBe(true);
	press("laptop");
	expect(isRequired()).toBe(true);
	press("phone");
	expect(isRequired()).toBe(true);
});

test.each([
	[true, true, false],
	[false, false, false],
	[null, false, true],
])("without scripts, where what ends has a session is %s, it is required: %s", (endsSessions, required, isSaid) => {
	const html = renderToStaticMarkup(form(["end"], endsSessions));
	expect([html.includes("aria-required"), html.includes("Needed where a session ends.")]).toEqual([required, isSaid]);
});

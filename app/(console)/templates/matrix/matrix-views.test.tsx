import { fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { readListQuery, SAME_TOGETHER } from "../_list/list-query";
import { countsOf, editedCounts, type MatrixRow, matrixColumns, withCell } from "./matrix";
import { MatrixList } from "./matrix-list";
import { MatrixTable } from "./matrix-table";

const rowOf = (id: string, elements: Record<string, unknown>): MatrixRow => {
	return { id, name: id, print: printOf(elements) };
};
const rows = [rowOf("Bar", { portrait: true, odd: 1 }), rowOf("Hotel", { resident_city: true })];
const edits = withCell(new Map(), rows.slice(0, 1), matrixColumns[0] ?? expect.fail(), true);
const counts = editedCounts(countsOf(rows), rows, edits);

const onChoose = vi.fn();
const list = (
	<MatrixList
		rows={rows}
		edits={edits}
		counts={counts}
		canWrite
		chosen={new Set(["Hotel"])}
		actsOf={() => null}
		onToggle={() => {}}
		onChoose={onChoose}
	/>
);

function sectionOf(head: string): HTMLDetailsElement {
	return screen.getByText(head, { selector: "summary, summary *" }).closest("details") ?? expect.fail();
}

function openSection(head: string) {
	const details = sectionOf(head);
	details.open = true;
	fireEvent(details, new Event("toggle"));
	return within(details);
}

test("in the list a box is named by its attribute and its template", () => {
	render(list);
	openSection("Photo").getByRole("checkbox", { name: "Photo Bar" });
	openSection("City").getByRole("checkbox", { name: "City Bar" });
});

test("in the list templates are selected one by one", () => {
	render(list);
	const templates = openSection("Select templates");
	const box = (name: string) => templates.getByRole<HTMLInputElement>("checkbox", { name });
	expect([box("Select Bar").checked, box("Select Hotel").checked]).toEqual([false, true]);
	fireEvent.click(box("Select Bar"));
	expect(onChoose.mock.lastCall).toEqual([["Bar"], true]);
});

test("an attribute of the list that was opened before hydration shows its templates", () => {
	const container = document.body.appendChild(document.createElement("div"));
	container.innerHTML = renderToString(list);
	sectionOf("Photo").open = true;
	render(list, { container, hydrate: true });
	within(sectionOf("Photo")).getByRole("checkbox", { name: "Photo Bar" });
});

function renderTable(sort?: string) {
	const query = readListQuery({ sort }, "matrix");
	const show = vi.fn();
	render(
		<MatrixTable rows={rows} edits={edits} chosen={new Set()} counts={counts} canWrite query={query} show={show} />,
	);
	return show;
}

test("a row's number is that of its cells with their edits, beside that of its others", () => {
	renderTable();
	expect([...document.querySelectorAll("tbody .size")].map(({ textContent }) => textContent)).toEqual(["2 +1", "1"]);
});

test("the order by equal requests is marked, and pressing it again does not reverse it", () => {
	const show = renderTable(`-${SAME_TOGETHER}`);
	const link = screen.getByRole("link", { name: "Equal requests together" });
	expect(link.getAttribute("aria-current")).toBe("true");
	fireEvent.click(link);
	expect(show.mock.lastCall).toEqual([{ sort: { key: SAME_TOGETHER, isDescending: true }, page: 0 }]);
});

"use client";

import { useState } from "react";
import { ColumnTable } from "@/app/_tables/column-table";
import { Button } from "@/components/ui/button";
import { Selection } from "@/components/ui/selection";
import { PAGE_SIZE_DEFAULT } from "@/lib/contract/limits";
import { CHOSEN_TEMPLATES_MAX, type ListQuery, LOADED_PAGES_MAX, templatesAddress } from "./list-query";
import type { LoadedTemplates } from "./read-templates";
import { count } from "./search-words";
import { TemplateSearch } from "./template-search";
import { type TemplateRights, templateTable } from "./template-table";

/** As many rows as a URL restores; a browser with thousands on one page gets slow. */
const ROWS_SHOWN = LOADED_PAGES_MAX * PAGE_SIZE_DEFAULT;

type TemplateBrowserProps = { loaded: LoadedTemplates; query: ListQuery; rights: TemplateRights };

/** The list of templates, whose rows can be selected. */
export function TemplateBrowser({ loaded, query: start, rights }: TemplateBrowserProps) {
	const [rowsShown, setRowsShown] = useState(Math.max(ROWS_SHOWN, loaded.rows.length));
	return (
		<TemplateSearch loaded={loaded} query={start}>
			{({ found, known, query, show }) => (
				<>
					{found.length > 0 ? (
						<Selection
							name="template"
							among={known}
							action="/templates/compare"
							hint={(count) =>
								count > CHOSEN_TEMPLATES_MAX
									? `at most ${CHOSEN_TEMPLATES_MAX} at once`
									: count === 2
										? ""
										: "choose two to compare"
							}
							actions={
								<>
									<Button>Compare selected</Button>
									<Button formAction="/templates/export" data-file="">
										Export
									</Button>
									{rights.write ? <Button formAction="/templates/bulk">Remove an attribute…</Button> : null}
									{rights.delete ? (
										<Button formAction="/templates/bulk" name="operation" value="delete">
											Delete…
										</Button>
									) : null}
								</>
							}
						>
							<ColumnTable
								{...templateTable}
								rows={found.slice(0, rowsShown)}
								shared={rights}
								sort={query.sort}
								addressOf={(sort) => templatesAddress({ ...query, sort })}
								onSort={(sort) => show({ sort })}
							/>
						</Selection>
					) : null}
					{found.length > rowsShown ? (
						<p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
							{`Showing the first ${count(rowsShown)} of ${count(found.length)}.`}
							<Button type="button" onClick={() => setRowsShown(rowsShown + ROWS_SHOWN)}>
								Show more
							</Button>
						</p>
					) : null}
				</>
			)}
		</TemplateSearch>
	);
}

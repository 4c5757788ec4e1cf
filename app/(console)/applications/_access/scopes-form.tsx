import { ActionForm, SubmitRow, type useActionForm } from "@/app/_forms/action-form";
import { ProblemAlert } from "@/app/_page/problem-alert";
import type { AccessState } from "./access-actions";
import { countOfScopes } from "./count-of-scopes";

type ScopesFormProps = {
	of: ReturnType<typeof useActionForm<AccessState>>;
	/** The application's identifier. */
	id: string;
	/** What it may ask for now. */
	held: readonly string[];
	/** What can be granted here: what the console itself holds. */
	offered: readonly string[];
};

/** A checkbox per scope of the management interface. The form submits what was shown as well, so that only changes are sent. */
export function ScopesForm({ of, id, held, offered }: ScopesFormProps) {
	const { problem } = of.state;
	const ticked = of.first.scopes ?? held;
	const isFirst = held.length === 0;
	return (
		<details open={problem !== undefined}>
			<summary className="cursor-pointer font-medium text-accent">
				{isFirst ? "Allow it the management interface" : "Change what it may do there"}
			</summary>
			<ActionForm of={of} sends={{ applicationId: id, shown: held.join(" ") }} className="grid gap-3 pt-3">
				{problem ? <ProblemAlert problem={problem} /> : null}
				<fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-4">
					<legend className="mb-1 text-muted">
						Only what this console holds itself can be granted.
						{isFirst ? "" : " What is no longer ticked is taken away; with the last one, the grant is."}
					</legend>
					{[...new Set([...held, ...offered])].sort().map((scope) => (
						<label key={scope} className="flex min-h-7 items-center gap-2">
							<input
								type="checkbox"
								name="scope"
								value={scope}
								defaultChecked={ticked.includes(scope)}
								className="size-4 shrink-0"
							/>
							<code>{scope}</code>
						</label>
					))}
				</fieldset>
				<SubmitRow of={of}>{isFirst ? "Allow scopes" : "Change scopes"}</SubmitRow>
			</ActionForm>
		</details>
	);
}

const SHOWN_AT_ONCE = 12;

/** The scopes of a grant. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
	return (
		<details open={scopes.length <= SHOWN_AT_ONCE}>
			<summary className="cursor-pointer text-accent">{countOfScopes(scopes)}</summary>
			<ul className="flex list-none flex-wrap gap-x-3 gap-y-1 pt-2">
				{scopes.map((scope) => (
					<li key={scope}>
						<code>{scope}</code>
					</li>
				))}
			</ul>
		</details>
	);
}

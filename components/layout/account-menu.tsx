import { Avatar } from "../ui/avatar";
import { KeyboardHelpButton } from "./keyboard-help-button";
import { MenuLink } from "./links";
import type { Theme } from "./theme";
import { ThemeChoice } from "./theme-choice";

export type AccountMenuProps = { person: string; email: string | null; role: string; theme: Theme };

/** What belongs to the person and not to the tenant: a native disclosure, so that everybody can sign out without scripts. */
export function AccountMenu({ person, email, role, theme }: AccountMenuProps) {
	return (
		<details data-menu="" className="group relative">
			<summary className="flex min-h-8 list-none items-center gap-2 rounded-md py-1 pl-1 pr-2 text-sm font-medium hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden">
				<Avatar name={person} />
				Account
			</summary>
			<div className="absolute right-0 top-full z-30 mt-1 w-64 max-w-[calc(100vw-1.5rem)] divide-y divide-line rounded-lg border border-line bg-surface text-sm shadow-lg *:px-1.5 *:py-1">
				<div className="px-3.5! py-2!">
					<p>
						<span className="font-medium">{person}</span> <span className="text-muted">({role})</span>
					</p>
					{email && email !== person ? <p className="text-xs text-muted">{email}</p> : null}
				</div>
				<ul>
					<li>
						<MenuLink href="/your-sessions">Your sessions</MenuLink>
					</li>
					<li>
						<MenuLink href="/guides">Guides</MenuLink>
					</li>
					<li>
						<KeyboardHelpButton className="min-h-8 w-full rounded-md px-2 text-left hover:bg-sunken">
							Keyboard help
						</KeyboardHelpButton>
					</li>
				</ul>
				<ThemeChoice current={theme} />
				<form action="/sign-out" method="post">
					<button type="submit" className="min-h-8 w-full rounded-md px-2 text-left hover:bg-sunken">
						Sign out
					</button>
				</form>
			</div>
		</details>
	);
}

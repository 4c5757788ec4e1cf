import { expect, test } from "../fixtures";

// The pages for screen readers: landmarks, headings, names and order. What differs from run to run is left out.

test("the sign-in names the tenant", async ({ page }) => {
	await page.goto("/sign-in");
	await expect(page.locator("body")).toMatchAriaSnapshot(`
		- main:
		  - paragraph: Identity Console
		  - heading "Sign in" [level=1]
		  - paragraph: Sample tenant Embedded sample
		  - button "Sign in"
	`);
});

test("every page has the same frame; the connection is made of named regions, the overview of blocks under headings, the activity has a search above its table", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	await test.step("every page has the same frame", async () => {
		await page.goto("/connection");
		await expect(page.locator("body")).toMatchAriaSnapshot(`
			- link "Skip to content":
			  - /url: "#main"
			- banner:
			  - paragraph: Sample tenant Embedded sample
			  - button "Search or jump to…"
			  - group: Account
			- navigation "Main":
			  - /children: equal
			  - paragraph: Identity Console
			  - list:
			    - listitem:
			      - link "Overview"
			  - paragraph: Verify
			  - list "Verify":
			    - /children: equal
			    - listitem:
			      - link "Templates"
			    - listitem:
			      - link "Proposals"
			  - paragraph: Access
			  - list "Access":
			    - /children: equal
			    - listitem:
			      - link "Users"
			    - listitem:
			      - link "Refresh tokens"
			    - listitem:
			      - link "Applications"
			    - listitem:
			      - link "Identity providers"
			  - paragraph: Operate
			  - list "Operate":
			    - /children: equal
			    - listitem:
			      - link "Activity"
			    - listitem:
			      - link "API calls"
			    - listitem:
			      - link "Connection"
			- main
		`);
	});
	await test.step("the connection is made of named regions", async () => {
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Connection" [level=1]
			  - link "API calls"
			  - button "Check connection"
			  - region "Tenant":
			    - heading "Tenant" [level=2]
			    - term: Name
			    - definition: Sample tenant embedded sample
			    - term: Management interface
			    - definition:
			      - button "Copy Management interface"
			    - term: Authentication interface
			    - definition:
			      - button "Copy Authentication interface"
			    - term: Rate limit
			  - region "Access token":
			    - heading "Access token" [level=2]
			    - term: Audience
			    - definition:
			      - button "Copy Audience"
			    - term: Client ID
			    - definition:
			      - button "Copy Client ID"
			    - term: Lifetime
			    - definition: /24 hours, renewed automatically/
			  - region "To register at the tenant":
			    - term: Callback URL
			    - definition:
			      - button "Copy Callback URL"
			    - term: Logout URL
			    - definition:
			      - button "Copy Logout URL"
			  - region "What this console may do":
			    - list "Features and their scopes":
			      - listitem:
			        - paragraph: List and open templates
			  - region "Optional permissions":
			    - list "Optional features and their scopes"
		`);
	});
	await test.step("the overview is blocks under headings, each with its links", async () => {
		await page.goto("/?wait=yes");
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Overview" [level=1]
			  - search:
			    - searchbox "User or refresh token"
			    - button "Search"
			  - region "Templates":
			    - heading "Templates" [level=2]
			    - link "All templates"
			    - list:
			      - listitem
			  - status: /Connected.*checked just now/
			  - region "First steps":
			    - heading "First steps" [level=2]
			  - region "Recent changes":
			    - heading "Recent changes" [level=2]
			    - link "All activity"
		`);
	});
	await test.step("the activity has a search above its table", async () => {
		await page.goto("/activity");
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Activity" [level=1]
			  - link "Export as CSV"
			  - link "Export as JSON"
			  - search:
			    - textbox "Admin"
			    - combobox "Operation"
			    - textbox "Name or ID"
			    - combobox "Outcome"
			    - textbox "From"
			    - textbox "To"
			    - button "Filter"
		`);
	});
});
